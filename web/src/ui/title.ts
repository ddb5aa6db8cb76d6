/** The title of the page: of its place, or of what is shown there; marked while a game elsewhere waits for this person. */
let place = "";
let shown: { title: string } | null = null;
let marked: ((title: string) => string) | null = null;

/** The title of a place, for as long as nothing there has one of its own. */
export function setPageTitle(title: string): void {
  place = title;
  write();
}

/** The title of what is shown, until the answer is called. What is shown next may have set its own before. */
export function showTitle(title: string): () => void {
  const own = { title };
  shown = own;
  write();
  return () => {
    if (shown === own) {
      shown = null;
      write();
    }
  };
}

/** How a title is marked; null: not at all. */
export function markTitle(mark: typeof marked): void {
  marked = mark;
  write();
}

function write(): void {
  const title = shown?.title ?? place;
  if (title !== "") {
    document.title = marked === null ? title : marked(title);
  }
}
