import { pino } from 'pino'
import type { DestinationStream } from 'pino'

/**
 * The batch length in characters that triggers a write, and the longest time that a line waits, in
 * milliseconds.
 */
const maxBatchLength = 16_000
const maxWaitMs = 100

/**
 * Creates a destination that writes log lines to standard output in batches, because one write per
 * request is expensive. The exit handler flushes, so that no line is lost.
 */
export function createLogDestination(): DestinationStream {
  const destination = pino.destination({ sync: true })
  let buffer = ''
  const flush = () => {
    if (buffer !== '') destination.write(buffer)
    buffer = ''
  }
  setInterval(flush, maxWaitMs).unref()
  process.on('exit', flush)
  return {
    write(line) {
      buffer += line
      if (buffer.length >= maxBatchLength) flush()
    },
  }
}
