// Asking the server for data, and what it says when it can't.

/** The data at an address. Throws an Error whose message is a sentence for people. */
export async function get(path, secret) {
  return read(await fetchChecked(path, secret, { method: "GET" }));
}

/** Send data to an address; what comes back. Throws as `get` does. */
export async function post(path, secret, data) {
  return read(await fetchChecked(path, secret, { method: "POST", body: JSON.stringify(data) }));
}

/** The server's answer, if it is one that helps. Throws as `get` does. */
export async function fetchChecked(path, secret, request) {
  const headers = { "Content-Type": "application/json" };
  if (secret) headers.Authorization = `Bearer ${secret}`;
  let response;
  try {
    response = await fetch(path, { ...request, headers, cache: "no-store" });
  } catch {
    throw new Error("The server doesn't answer. Is it still running?");
  }
  if (response.ok) return response;
  throw new Error((await said(response)) || problem(response.status));
}

async function read(response) {
  try {
    return await response.json();
  } catch {
    throw new Error("The server's answer can't be read.");
  }
}

// What the server says went wrong. Something between here and the server may answer with a page instead.
async function said(response) {
  try {
    const data = await response.json();
    return typeof data.error === "string" ? data.error : "";
  } catch {
    return "";
  }
}

function problem(status) {
  if (status === 401 || status === 403) return "This link doesn't allow that.";
  if (status === 404) return "There is no such thing here.";
  if (status === 429) return "That was too often. Wait a little, then try again.";
  return `The server couldn't do that (${status}).`;
}
