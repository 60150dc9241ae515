// Saves what is at an address as a file. A plain link can't: the secret stands in no address that a server sees.
import { fetchChecked } from "./http.js";

export async function download(path, secret, name) {
  const response = await fetchChecked(path, secret, { method: "GET" });
  const url = URL.createObjectURL(await response.blob());
  const link = document.createElement("a");
  link.href = url;
  link.download = name;
  link.click();
  URL.revokeObjectURL(url);
}
