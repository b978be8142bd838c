import '@testing-library/jest-dom/vitest'
import { cleanup, configure } from '@testing-library/react'
import { afterEach, beforeEach, expect, vi } from 'vitest'
import type { MockInstance } from 'vitest'
import { listTools } from '#client/list/listTools.ts'
import { provideLazyParts } from '#client/router.tsx'
import { addDialogs } from './dialogs.ts'

addDialogs()
addFrames()
provideLazyParts()
// Selecting rows shows its bar. A part that loads then suspends outside of `act`, which React reports.
await listTools.load()
// Generous, because a page's chunk is compiled when a test first loads it.
configure({ asyncUtilTimeout: 10_000 })

let errors: MockInstance<typeof console.error>

beforeEach(() => {
  // jsdom has no layout, so it can't scroll.
  vi.spyOn(window, 'scrollTo').mockImplementation(() => undefined)
  Element.prototype.scrollIntoView = () => undefined
  errors = vi.spyOn(console, 'error').mockImplementation(() => undefined)
})

// React reports mistakes such as a missing key with console.error, so a call fails the test.
afterEach(() => {
  cleanup()
  sessionStorage.clear()
  const messages = errors.mock.calls
    .map((args) => args.map(String).join(' '))
    // Browsers know <search>, but jsdom doesn't.
    .filter((message) => !/^The tag <%s> is unrecognized in this browser.* search$/.test(message))
  errors.mockRestore()
  expect(messages, 'console.error was called').toEqual([])
})

/**
 * Replaces jsdom's animation frames with independent timers. jsdom runs one frame at a time, so a
 * frame that was requested under fake timers would block all later frames of this worker.
 */
function addFrames(): void {
  const [startTimer, stopTimer] = [setTimeout, clearTimeout]
  window.requestAnimationFrame = (callback) =>
    Number(startTimer(() => callback(performance.now()), 16))
  window.cancelAnimationFrame = (frame) => stopTimer(frame)
}
