// What people read when the server can't do something.
import assert from "node:assert/strict";
import { test } from "node:test";
import { get, post } from "../../../../interpreter/artrules/table/page/lobby/http.js";

const answering = (status, body) => {
  const asked = [];
  globalThis.fetch = async (path, request) => {
    asked.push([path, request]);
    if (status === 0) throw new TypeError("Failed to fetch");
    return new Response(body, { status });
  };
  return asked;
};

const problemOf = async (status, body) => {
  answering(status, body);
  return get("/api/games", "s").then(
    () => "",
    (error) => error.message,
  );
};

test("the secret goes with the request, and never into an address", async () => {
  const asked = answering(200, '{"id": 7}');
  assert.deepEqual(await post("/api/games", "s3cret", { players: 2 }), { id: 7 });
  const [[path, request]] = asked;
  assert.equal(path, "/api/games");
  assert.equal(request.headers.Authorization, "Bearer s3cret");
  assert.deepEqual(JSON.parse(request.body), { players: 2 });
});

test("what the server says is what people read", async () => {
  assert.equal(await problemOf(400, '{"error": "Two seats have the same name."}'), "Two seats have the same name.");
});

test("where the server says nothing, the page does", async () => {
  assert.match(await problemOf(0), /doesn't answer/);
  assert.match(await problemOf(502, "<html>Bad gateway</html>"), /couldn't do that \(502\)/);
  assert.match(await problemOf(403, "{}"), /doesn't allow/);
  assert.match(await problemOf(200, "<html>Hotel login</html>"), /can't be read/);
});
