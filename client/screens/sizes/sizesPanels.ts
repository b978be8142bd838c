import { lazyPart } from '#client/parts.ts'

/** The panel that generates a run of sizes. */
export const sizesPanels = lazyPart({
  source: 'client/screens/sizes/SizeRunPanel.tsx',
  isShown: (params) => params.has('run'),
  load: () => import('./SizeRunPanel.tsx'),
})
