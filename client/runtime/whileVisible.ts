/**
 * The first and the longest delay before reopening a stream that the browser doesn't reconnect, as
 * when the platform restarts. The delay doubles each time.
 */
const [firstMs, longestMs] = [5000, 60_000]

/**
 * Keeps a stream open while the page is visible (http.md): closes it when the tab is hidden, and
 * reopens it afterward or when it's lost. Returns a function that ends this.
 */
export function whileVisible(open: (lost: () => void) => () => void): () => void {
  let close: (() => void) | null = null
  let timer: ReturnType<typeof setTimeout> | undefined
  let delayMs = firstMs
  const reopen = () => {
    clearTimeout(timer)
    close?.()
    close = document.hidden ? null : open(lost)
  }
  const lost = () => {
    clearTimeout(timer)
    timer = setTimeout(reopen, delayMs)
    delayMs = Math.min(delayMs * 2, longestMs)
  }
  reopen()
  document.addEventListener('visibilitychange', reopen)
  return () => {
    document.removeEventListener('visibilitychange', reopen)
    clearTimeout(timer)
    close?.()
  }
}

/** Calls `lost` when a stream ends that the browser doesn't reopen. */
export const listenForStreamLoss = (stream: EventSource, lost: () => void): void =>
  stream.addEventListener('error', () => {
    if (stream.readyState === EventSource.CLOSED) lost()
  })
