/** Keeps open what listens while somebody looks at the page (http.md): closed while its tab is hidden, opened anew after. Answers what ends it. */
export function whileSeen(open: () => () => void): () => void {
  let close: (() => void) | null = null
  const turn = () => {
    close?.()
    close = document.hidden ? null : open()
  }
  turn()
  document.addEventListener('visibilitychange', turn)
  return () => {
    document.removeEventListener('visibilitychange', turn)
    close?.()
  }
}
