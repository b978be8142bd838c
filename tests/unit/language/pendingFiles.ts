/** Files with texts that have yet to move into a message file. */
export const unmovedFiles = [
  'client/frame/PaletteButton.tsx',
  'server/console/edge/crossSiteLanding.ts',
  'server/console/process/server.ts',
  'shared/navigation/breadcrumbs.ts',
]

/** Files with texts that have yet to follow wording.md. */
export const unwordedFiles = ['server/console/settings.ts']
