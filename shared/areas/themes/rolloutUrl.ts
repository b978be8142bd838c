import { themeVersions } from './themeVersions.ts'

/** Returns the console's URL of a version's rollout. */
export const buildRolloutUrl = (id: number): string => `${themeVersions.path}&rollout=${id}`
