/** Shows the beginning of a form: panels scroll inside; on a page it may be above the window. */
export function showTop(body: HTMLElement | null): void {
  if (!body) return
  body.scrollTop = 0
  if (body.getBoundingClientRect().top < 0) body.scrollIntoView()
}
