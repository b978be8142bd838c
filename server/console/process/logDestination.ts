import { pino } from 'pino'
import type { DestinationStream } from 'pino'

/** What is written at once, in characters, and how long a line waits at most, in milliseconds. */
const maxBatchLength = 16_000
const maxWaitMs = 100

/** Standard output for log lines, written together: one write a request is dear. `flush` writes at once, so that none is lost at the end. */
export function createLogDestination(): DestinationStream {
  const destination = pino.destination({ sync: true })
  let waiting = ''
  const flush = () => {
    if (waiting !== '') destination.write(waiting)
    waiting = ''
  }
  setInterval(flush, maxWaitMs).unref()
  process.on('exit', flush)
  return {
    write(line) {
      waiting += line
      if (waiting.length >= maxBatchLength) flush()
    },
  }
}
