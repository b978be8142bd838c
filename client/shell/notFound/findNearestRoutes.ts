import { routes } from '#shared/navigation/routes.ts'
import type { Route } from '#shared/navigation/routes.ts'

/** Pieces of three letters of a text, which two spellings of one word share. */
function toTrigrams(text: string): Set<string> {
  const padded = `  ${text.toLowerCase().replaceAll(/[^a-z0-9]+/g, ' ')} `
  return new Set(Array.from({ length: padded.length - 2 }, (_, at) => padded.slice(at, at + 3)))
}

const countSharedTrigrams = (one: Set<string>, other: Set<string>) =>
  [...one].filter((piece) => other.has(piece)).length

/** Dice's coefficient, 0 to 1: of two addresses that hold what is sought, the shorter is more like it. */
function computeSimilarity(one: Set<string>, other: Set<string>): number {
  return (2 * countSharedTrigrams(one, other)) / Math.max(1, one.size + other.size)
}

/** The pages whose address or title is most like `sought`, at most five; the first pages of the menu when none is. */
export function findNearestRoutes(sought: string): Route[] {
  const wanted = toTrigrams(sought)
  const open: readonly Route[] = routes.filter(
    (route) => route.path !== '/' && !route.path.includes(':'),
  )
  const scored = open
    .map((route) => {
      const offered = toTrigrams(`${route.path} ${route.title}`)
      return { route, score: countSharedTrigrams(wanted, offered) / Math.max(1, wanted.size) }
    })
    .filter(({ score }) => score >= 0.25)
    .map(({ route, score }) => ({
      route,
      score: score + computeSimilarity(wanted, toTrigrams(route.path)),
    }))
    .sort((one, other) => other.score - one.score)
  const found = scored.map(({ route }) => route)
  return (found.length > 0 ? found : open.filter((route) => route.menu)).slice(0, 5)
}
