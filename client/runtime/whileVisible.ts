/** A stream that does not come back by itself, as when the platform restarts, is opened anew after so long: twice as long each time. */
const [firstMs, longestMs] = [5000, 60_000]

/** Keeps open what listens while somebody looks at the page (http.md): closed while its tab is hidden, opened anew after, and where it is told to be lost. Answers what ends it. */
export function whileVisible(open: (lost: () => void) => () => void): () => void {
  let close: (() => void) | null = null
  let timer: ReturnType<typeof setTimeout> | undefined
  let patience = firstMs
  const turn = () => {
    clearTimeout(timer)
    close?.()
    close = document.hidden ? null : open(lost)
  }
  const lost = () => {
    clearTimeout(timer)
    timer = setTimeout(turn, patience)
    patience = Math.min(patience * 2, longestMs)
  }
  turn()
  document.addEventListener('visibilitychange', turn)
  return () => {
    document.removeEventListener('visibilitychange', turn)
    clearTimeout(timer)
    close?.()
  }
}

/** Tells of the end of a stream that the browser does not open again by itself. */
export const onStreamLost = (stream: EventSource, lost: () => void): void =>
  stream.addEventListener('error', () => {
    if (stream.readyState === EventSource.CLOSED) lost()
  })
