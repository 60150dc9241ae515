// Prints what yaml-language-server says of files: node language_server.mjs SERVER SCHEMA FILE...
// Exits with 0 when it says nothing, else with 1.
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

const [server, schema, ...files] = process.argv.slice(2);
const settings = { schemas: { [pathToFileURL(resolve(schema)).href]: '*.yaml' }, validate: true, schemaStore: { enable: false } };
const running = spawn(process.execPath, [server, '--stdio'], { stdio: ['pipe', 'pipe', 'inherit'] });
const answers = new Map();  // what waits for the answer to a request, by its number
const verdicts = new Map();  // what waits for the diagnostics of a file, by its address
let received = Buffer.alloc(0);
let requests = 0;

function send(message) {
  const text = JSON.stringify({ jsonrpc: '2.0', ...message });
  running.stdin.write(`Content-Length: ${Buffer.byteLength(text)}\r\n\r\n${text}`);
}

function request(method, params) {
  return new Promise((answered) => {
    answers.set(++requests, answered);
    send({ id: requests, method, params });
  });
}

function take(message) {
  if (message.method === 'workspace/configuration') {
    send({ id: message.id, result: message.params.items.map((item) => (item.section === 'yaml' ? settings : {})) });
  } else if (message.method === 'textDocument/publishDiagnostics') {
    verdicts.get(message.params.uri)?.(message.params.diagnostics);
  } else if (message.method && message.id !== undefined) {
    send({ id: message.id, result: null });
  } else {
    answers.get(message.id)?.(message.result);
  }
}

running.stdout.on('data', (data) => {
  received = Buffer.concat([received, data]);
  for (;;) {
    const head = /^(?:[^\r\n]+\r\n)*?Content-Length: (\d+)\r\n(?:[^\r\n]+\r\n)*\r\n/.exec(received.toString('latin1'));
    if (head === null || received.length < head[0].length + Number(head[1])) return;
    const end = head[0].length + Number(head[1]);
    const text = received.subarray(head[0].length, end).toString();
    received = received.subarray(end);
    take(JSON.parse(text));
  }
});

await request('initialize', { processId: process.pid, rootUri: null, capabilities: { workspace: { configuration: true } } });
send({ method: 'initialized', params: {} });
send({ method: 'workspace/didChangeConfiguration', params: { settings: { yaml: settings } } });
await new Promise((done) => setTimeout(done, 500));
let said = 0;
for (const file of files) {
  const uri = pathToFileURL(resolve(file)).href;
  const verdict = new Promise((known) => verdicts.set(uri, known));
  const text = readFileSync(file, 'utf8');
  send({ method: 'textDocument/didOpen', params: { textDocument: { uri, languageId: 'yaml', version: 1, text } } });
  for (const { range, message } of await verdict) {
    said += 1;
    console.log(`${file}:${range.start.line + 1}:${range.start.character + 1}: ${message}`);
  }
}
process.exit(said > 0 ? 1 : 0);
