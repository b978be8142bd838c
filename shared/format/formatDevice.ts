import { deviceMessages } from './deviceMessages.ts'

const browsers = [
  [deviceMessages.edge, /Edg/],
  [deviceMessages.opera, /OPR\//],
  [deviceMessages.firefox, /Firefox|FxiOS/],
  [deviceMessages.chrome, /Chrome|CriOS/],
  [deviceMessages.safari, /Safari/],
] as const

const systems = [
  [deviceMessages.iphone, /iPhone/],
  [deviceMessages.ipad, /iPad/],
  [deviceMessages.android, /Android/],
  [deviceMessages.windows, /Windows/],
  [deviceMessages.macos, /Mac OS X/],
  [deviceMessages.linux, /Linux/],
] as const

const findDeviceName = (table: readonly (readonly [string, RegExp])[], agent: string) =>
  table.find(([, pattern]) => pattern.test(agent))?.[0]

/** Formats a user agent: "Firefox on Windows". An unknown one is shown as is, shortened. */
export function formatDevice(agent: string | null): string | null {
  if (!agent) return null
  const [browser, system] = [findDeviceName(browsers, agent), findDeviceName(systems, agent)]
  return browser && system
    ? deviceMessages.browserOn(browser, system)
    : (browser ?? agent.slice(0, 60))
}
