import { routes } from '#shared/navigation/routes.ts'
import type { Route } from '#shared/navigation/routes.ts'

/** Splits a text into trigrams, which different spellings of a word share. */
function toTrigrams(text: string): Set<string> {
  const padded = `  ${text.toLowerCase().replaceAll(/[^a-z0-9]+/g, ' ')} `
  return new Set(
    Array.from({ length: padded.length - 2 }, (_, index) => padded.slice(index, index + 3)),
  )
}

const countSharedTrigrams = (one: Set<string>, other: Set<string>) =>
  [...one].filter((piece) => other.has(piece)).length

/**
 * Returns Dice's coefficient, 0 to 1. If two URLs contain the search text, the shorter one is more
 * similar.
 */
function computeSimilarity(one: Set<string>, other: Set<string>): number {
  return (2 * countSharedTrigrams(one, other)) / Math.max(1, one.size + other.size)
}

const maxRoutes = 5

const routesToOpen: readonly Route[] = routes.filter(
  (route) => route.path !== '/' && !route.path.includes(':'),
)

/** Returns the first pages of the menu, for a search that finds nothing. */
export const listFirstRoutes = (): Route[] =>
  routesToOpen.filter((route) => route.menu).slice(0, maxRoutes)

/** Finds at most five pages whose URL or title is most similar to the query. */
export function findNearestRoutes(query: string): Route[] {
  const queryTrigrams = toTrigrams(query)
  return routesToOpen
    .map((route) => {
      const offered = toTrigrams(`${route.path} ${route.title}`)
      return {
        route,
        score: countSharedTrigrams(queryTrigrams, offered) / Math.max(1, queryTrigrams.size),
      }
    })
    .filter(({ score }) => score >= 0.25)
    .map(({ route, score }) => ({
      route,
      score: score + computeSimilarity(queryTrigrams, toTrigrams(route.path)),
    }))
    .sort((one, other) => other.score - one.score)
    .slice(0, maxRoutes)
    .map(({ route }) => route)
}
