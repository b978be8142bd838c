import { lazyPart } from '../parts.ts'

/** What stands around the pages of a signed-in operator, in a chunk of its own: the sign-in page does without it. */
export const frame = lazyPart({
  source: 'client/shell/Frame.tsx',
  isShown: () => true,
  load: () => import('./Frame.tsx'),
})
