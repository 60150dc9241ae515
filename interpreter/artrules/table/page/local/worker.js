// The worker of a file: all games live here, so that a page has no more of them than the state of whoever sits there, and
// stands still for no bot. A page begins with `{do: "begin", packed, pictures, records, still}` (`still` where somebody
// wants no motion; tests add a `pace` for bots), and then asks:
//
// | message | what it does |
// |---|---|
// | `{do: "ask", id, path, data}` | asks for what a server has at an address; `{id, data}` or `{id, error}` comes back |
// | `{do: "enter", line, table}` | comes to a table; what the table says comes back as `{line, message}` |
// | `{do: "hear", line, message}` | says something at the table |
// | `{do: "leave", line}` | goes |
// | `{do: "changed", id, record}` | says that another window has kept a record, or forgotten it where that is null |
//
// Records come to the worker as the texts that the browser keeps, at the beginning each as `[id, text]`. Those that are to be kept go to the page as
// `{keep, record}`, as data.
import { Hall } from "./hall.js";
import { Library, messageOf } from "./library.js";
import { recordIn } from "./table.js";

let hall = null;

const deeds = {
  begin({ packed, pictures, records, still, pace }) {
    const kept = records.map(([id, text]) => recordIn(id, text));
    hall = new Hall(new Library(packed, pictures), kept, (keep, record) => postMessage({ keep, record }), { still, pace });
  },
  async ask({ id, path, data }) {
    try {
      postMessage({ id, data: await hall.answer(path, data) });
    } catch (error) {
      postMessage({ id, error: messageOf(error) });
    }
  },
  async enter({ line, table }) {
    try {
      await hall.enter(line, table, (message) => postMessage({ line, message }));
    } catch (error) {
      postMessage({ line, ended: messageOf(error) });
    }
  },
  hear: ({ line, message }) => hall.hear(line, message),
  leave: ({ line }) => hall.leave(line),
  changed: ({ id, record }) => hall.replace(id, record === null ? null : recordIn(id, record)),
};

addEventListener("message", ({ data }) => deeds[data.do](data));
