/** Files with texts that have yet to move into a message file. */
export const unmovedFiles = [
  'client/shell/PaletteButton.tsx',
  'server/edge/crossSiteLanding.ts',
  'server/process/server.ts',
  'shared/breadcrumbs.ts',
]

/** Files with texts that have yet to follow wording.md. */
export const unwordedFiles = ['server/settings.ts']
