// A browser of which the tests turn the clock, break the lines and play the server.
export class FakeBrowser {
  constructor() {
    this.time = 0;
    this.timers = [];
    this.lines = [];
    this.awake = null;
    this.received = [];
    this.connections = [];
  }

  now() {
    return this.time;
  }

  random() {
    return 0.5;
  }

  open(url) {
    const line = { url, readyState: 0, sent: [], send: (text) => line.sent.push(JSON.parse(text)) };
    line.close = () => (line.readyState = 3);
    this.lines.push(line);
    return line;
  }

  later(milliseconds, action) {
    const timer = { due: this.time + milliseconds, action };
    this.timers.push(timer);
    return () => (this.timers = this.timers.filter((each) => each !== timer));
  }

  onAwake(action) {
    this.awake = action;
    return () => (this.awake = null);
  }

  get line() {
    return this.lines.at(-1);
  }

  get sent() {
    return this.line.sent;
  }

  get connection() {
    return this.connections.at(-1).state;
  }

  pass(milliseconds) {
    const end = this.time + milliseconds;
    for (;;) {
      const [next] = this.timers.filter(({ due }) => due <= end).sort((a, b) => a.due - b.due);
      if (!next) break;
      this.timers = this.timers.filter((each) => each !== next);
      this.time = next.due;
      next.action();
    }
    this.time = end;
  }

  // The server's side: the line opens, and tells who sits here and how the game stands.
  accept(...messages) {
    this.line.readyState = 1;
    this.line.onopen();
    this.tell(...messages);
  }

  tell(...messages) {
    messages.forEach((message) => this.line.onmessage({ data: JSON.stringify(message) }));
  }

  breakLine(code = 1006, reason = "") {
    this.line.readyState = 3;
    this.line.onclose({ code, reason });
  }
}

export const welcome = (seat = 1) => ({ type: "welcome", seat, mine: [1, 2] });
export const state = (version) => ({ type: "state", version });
