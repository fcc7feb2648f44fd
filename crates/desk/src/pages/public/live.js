// Tells of changes as they happen, by the stream of events at that path, and of each kind that it asks for. The browser goes on
// by itself with a stream that was cut off. Where there is none to be had nobody is told, so a page looks now and then too.

export function follow(path, tell) {
  const stream = new EventSource(path);
  const types = new URL(path, location.href).searchParams.get("type").split(",");
  for (const type of types) stream.addEventListener(type, tell);
  return {
    isOpen: () => stream.readyState === EventSource.OPEN,
    end: () => stream.close(),
  };
}
