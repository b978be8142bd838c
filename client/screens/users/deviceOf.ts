const browsers = [
  ['Edge', /Edg/],
  ['Opera', /OPR\//],
  ['Firefox', /Firefox|FxiOS/],
  ['Chrome', /Chrome|CriOS/],
  ['Safari', /Safari/],
] as const

const systems = [
  ['iPhone', /iPhone/],
  ['iPad', /iPad/],
  ['Android', /Android/],
  ['Windows', /Windows/],
  ['macOS', /Mac OS X/],
  ['Linux', /Linux/],
] as const

const nameIn = (table: readonly (readonly [string, RegExp])[], agent: string) =>
  table.find(([, told]) => told.test(agent))?.[0]

/** A device as its browser says it is: "Firefox on Windows"; what says otherwise is shown as it is. */
export function deviceOf(agent: string | null): string | null {
  if (!agent) return null
  const [browser, system] = [nameIn(browsers, agent), nameIn(systems, agent)]
  return browser && system ? `${browser} on ${system}` : (browser ?? agent.slice(0, 60))
}
