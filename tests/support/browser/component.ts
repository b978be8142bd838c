import '@testing-library/jest-dom/vitest'
import { cleanup, configure } from '@testing-library/react'
import { afterEach, beforeEach, expect, vi } from 'vitest'
import type { MockInstance } from 'vitest'
import { addDialogs } from './dialogs.ts'

addDialogs()
addFrames()
// Generous, because a page's chunk is compiled when a test first asks for it.
configure({ asyncUtilTimeout: 10_000 })

let errors: MockInstance<typeof console.error>

beforeEach(() => {
  // jsdom has no layout, so nothing to scroll.
  vi.spyOn(window, 'scrollTo').mockImplementation(() => undefined)
  Element.prototype.scrollIntoView = () => undefined
  errors = vi.spyOn(console, 'error').mockImplementation(() => undefined)
})

// React says through the console what a browser would let pass: a key that is missing, an update outside its turn.
afterEach(() => {
  cleanup()
  sessionStorage.clear()
  const said = errors.mock.calls
    .map((words) => words.map(String).join(' '))
    // jsdom does not know <search>, which browsers do.
    .filter((words) => !/^The tag <%s> is unrecognized in this browser.* search$/.test(words))
  errors.mockRestore()
  expect(said, 'console.error was called').toEqual([])
})

/**
 * jsdom waits for one frame at a time, by a timer: one that was asked for while a test faked the timers never comes, and
 * none after it, in no test of this worker. Frames that do not know of each other do not.
 */
function addFrames(): void {
  const [later, never] = [setTimeout, clearTimeout]
  window.requestAnimationFrame = (callback) => Number(later(() => callback(performance.now()), 16))
  window.cancelAnimationFrame = (frame) => never(frame)
}
