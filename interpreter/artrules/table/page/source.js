// Where the page's messages come from and go to: a server, over a websocket that is opened again whenever it breaks.
//
// `connect(address, onMessage, onConnection)` takes the link of a seat, whose fragment is the secret. It calls
// `onMessage` with every message of the server, and `onConnection` with `{state, text, again}`: `state` is `opening`,
// `open`, `lost` (it tries again by itself) or `ended` (only `again()` tries), `text` what the server said at the end.
// `docs/inside/page.md` says what is sent a second time when a line has broken.

// The messages that the page has sent and the server hasn't answered, so that none is lost and none counts twice.
//
// A line can break before a choice arrives, or after. Only the next state tells which: where it is still the same
// version, the choice hasn't arrived and is sent again; else it is dropped, whatever has become of it.
const ANSWERS = { choose: "state", undo: "state", why: "why", advise: "advice", answer_undo: "undo_asked", pin: "pins", name: "seats", sit: "welcome" };
const FOR_A_STATE = new Set(["choose", "undo"]);
const QUESTIONS = new Set(["why", "advise"]); // an answer or a refusal bears their number

export class Unanswered {
  constructor() {
    this.messages = []; // [{message, version}] in the order in which they were sent
    this.version = null; // of the last state
    this.ready = false; // whether this line has told the state, after which messages may go out
    this.seat = null; // where somebody has sat down at a device that several share
  }

  get empty() {
    return this.messages.length === 0;
  }

  sent(message) {
    if (message.type === "sit") {
      this.seat = message.seat;
      this.drop((type) => type === "sit" || QUESTIONS.has(type) || FOR_A_STATE.has(type));
    }
    if (message.type in ANSWERS) this.messages.push({ message, version: this.version });
  }

  // What is to be sent, now that the server has said this. A new line tells everything before it takes messages: who
  // sits here (`welcome`), then the state, unless nobody has sat down at a table that hides something.
  heard(message) {
    if (message.type === "welcome" && !this.ready) return this.welcomed(message);
    if (message.type === "refused" && message.id === undefined) this.dropFirst(({ type }) => !QUESTIONS.has(type));
    else if (message.id !== undefined) this.drop((type, each) => QUESTIONS.has(type) && each.id === message.id);
    else if (message.type === "pins") this.drop((type, each) => type === "pin" && pinned(message, each));
    else if (message.type === "state") this.stated(message);
    else this.drop((type, each) => ANSWERS[type] === message.type || (message.type === "undo_asked" && each.ask));
    return message.type === "state" && !this.ready ? this.resumed() : [];
  }

  welcomed(message) {
    if (message.seat === null && this.seat !== null) {
      this.drop((type) => type === "sit");
      const sit = { type: "sit", seat: this.seat };
      this.messages.unshift({ message: sit, version: this.version });
      return [sit];
    }
    const stateComes = message.seat !== null || message.open;
    return stateComes ? [] : this.resumed();
  }

  stated(message) {
    this.drop((type, _, version) => type === "sit" || (FOR_A_STATE.has(type) && version !== message.version));
    this.version = message.version;
  }

  resumed() {
    this.ready = true;
    return this.messages.map(({ message }) => message);
  }

  lost() {
    this.ready = false;
  }

  dropFirst(matches) {
    const at = this.messages.findIndex(({ message }) => matches(message));
    if (at >= 0) this.messages.splice(at, 1);
  }

  drop(matches) {
    this.messages = this.messages.filter(({ message, version }) => !matches(message.type, message, version));
  }
}

// Whether a note that was sent is among the pins that the server has told.
function pinned({ pins }, { text }) {
  return pins.some((pin) => pin.text === text.trim());
}

const PAUSES = [500, 1000, 2000, 4000, 8000, 15000];
const LONGEST_ANSWER = 8000; // milliseconds of silence after a message, then the line counts as broken
const LONGEST_SLEEP = 15000; // so long may nothing have been heard when the page is looked at again
const REFUSED = 1008; // the code with which a server closes a line that it doesn't want opened again
const OWN_CODES = 4000;

export function connect(address, onMessage, onConnection, browser = thisBrowser()) {
  const { url, secret } = endpoint(address);
  const unanswered = new Unanswered();
  let socket = null;
  let failures = 0;
  let heard = 0;
  let said = "";
  let closed = false;
  let waiting = null; // what cancels the next try
  let watch = null; // what cancels the watch for an answer

  function open() {
    cancel();
    onConnection({ state: failures ? "lost" : "opening", text: "", again });
    heard = browser.now();
    said = "";
    const line = (socket = browser.open(url));
    line.onopen = () => line === socket && line.send(JSON.stringify({ type: "hello", secret }));
    line.onmessage = (event) => line === socket && receive(event.data);
    line.onclose = (event) => line === socket && broken(event.code, event.reason);
    guard();
  }

  function receive(text) {
    heard = browser.now();
    let message;
    try {
      message = JSON.parse(text);
    } catch {
      return drop();
    }
    if (message.type === "refused") said = message.text;
    if (message.type === "welcome") {
      failures = 0;
      onConnection({ state: "open", text: "", again });
    }
    const due = unanswered.heard(message);
    const sitsAgain = message.type === "welcome" && due.some(({ type }) => type === "sit");
    if (!sitsAgain) onMessage(message); // else a curtain would fall for a moment
    due.forEach(transmit);
    guard();
  }

  function send(message) {
    unanswered.sent(message);
    if (unanswered.ready) transmit(message);
  }

  function transmit(message) {
    if (socket?.readyState !== 1) return; // it is sent when the line is open again
    socket.send(JSON.stringify(message));
    guard();
  }

  // While an answer is outstanding, silence means that the line is broken: a browser notices that much later.
  function guard() {
    watch?.();
    watch = unanswered.ready && unanswered.empty ? null : browser.later(LONGEST_ANSWER, drop);
  }

  function drop() {
    const line = socket;
    socket = null;
    line?.close();
    broken(0, "");
  }

  function broken(code, reason) {
    socket = null;
    watch?.();
    watch = null;
    unanswered.lost();
    if (closed) return;
    if (code === REFUSED || code >= OWN_CODES) {
      onConnection({ state: "ended", text: reason || said, again });
      return;
    }
    const pause = PAUSES[Math.min(failures, PAUSES.length - 1)];
    failures += 1;
    onConnection({ state: "lost", text: "", again });
    waiting = browser.later(pause * (0.75 + browser.random() / 2), open); // so that not all come back at once
  }

  function again() {
    if (!socket && !closed) open();
  }

  // A phone that slept, or a network that came back: a line may look open and lead nowhere.
  function awake() {
    if (closed) return;
    if (waiting) open();
    else if (socket && browser.now() - heard > LONGEST_SLEEP) {
      drop();
      open();
    }
  }

  function cancel() {
    waiting?.();
    waiting = null;
  }

  function close() {
    closed = true;
    cancel();
    watch?.();
    forget();
    socket?.close();
    socket = null;
  }

  const forget = browser.onAwake(awake);
  open();
  return { send, close };
}

// The address of the websocket and the secret, from the link of a seat.
export function endpoint(address) {
  const link = new URL(address);
  const secret = decodeURIComponent(link.hash.slice(1));
  const url = new URL("/ws", link);
  url.protocol = link.protocol === "https:" ? "wss:" : "ws:";
  return { url: url.href, secret };
}

// What `connect` needs of a browser, in a form that tests can replace.
function thisBrowser() {
  return {
    now: () => performance.now(),
    random: () => Math.random(),
    open: (url) => new WebSocket(url),
    later(milliseconds, action) {
      const timer = setTimeout(action, milliseconds);
      return () => clearTimeout(timer);
    },
    onAwake(action) {
      const whenSeen = () => document.visibilityState === "visible" && action();
      window.addEventListener("online", action);
      window.addEventListener("pageshow", action);
      document.addEventListener("visibilitychange", whenSeen);
      return () => {
        window.removeEventListener("online", action);
        window.removeEventListener("pageshow", action);
        document.removeEventListener("visibilitychange", whenSeen);
      };
    },
  };
}
