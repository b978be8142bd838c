/** Files with texts that have yet to move into a message file. */
export const unmovedFiles = [
  'client/shell/PaletteButton.tsx',
  'server/app.ts',
  'server/edge/crossSiteLanding.ts',
  'server/edge/securityHeaders.ts',
  'server/process/server.ts',
  'server/proxy/formUpload.ts',
  'server/proxy/upstream.ts',
  'server/proxy/upstreamFault.ts',
  'shared/breadcrumbs.ts',
]

/** Files with texts that have yet to follow wording.md. */
export const unwordedFiles = [
  'server/app.ts',
  'server/process/server.ts',
  'server/proxy/formUpload.ts',
  'server/proxy/upstreamFault.ts',
  'server/settings.ts',
]
