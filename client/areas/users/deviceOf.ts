import { deviceMessages as say } from './deviceMessages.ts'

const browsers = [
  [say.edge, /Edg/],
  [say.opera, /OPR\//],
  [say.firefox, /Firefox|FxiOS/],
  [say.chrome, /Chrome|CriOS/],
  [say.safari, /Safari/],
] as const

const systems = [
  [say.iphone, /iPhone/],
  [say.ipad, /iPad/],
  [say.android, /Android/],
  [say.windows, /Windows/],
  [say.macos, /Mac OS X/],
  [say.linux, /Linux/],
] as const

const nameIn = (table: readonly (readonly [string, RegExp])[], agent: string) =>
  table.find(([, told]) => told.test(agent))?.[0]

/** A device as its browser says it is: "Firefox on Windows"; what says otherwise is shown as it is. */
export function deviceOf(agent: string | null): string | null {
  if (!agent) return null
  const [browser, system] = [nameIn(browsers, agent), nameIn(systems, agent)]
  return browser && system ? say.browserOn(browser, system) : (browser ?? agent.slice(0, 60))
}
