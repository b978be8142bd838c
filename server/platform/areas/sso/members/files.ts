import { isDeepStrictEqual } from 'node:util'
import type { StepResult } from '#server/platform/core/integrations/integration.ts'
import { failed, passed } from '#server/platform/core/integrations/integration.ts'
import type { Platform } from '#server/platform/core/platform/platform.ts'
import type { MemberSignOn } from './settings.ts'
import { mobileSsoTestMessages as say } from './messages.ts'

type App = Pick<
  MemberSignOn,
  'iosBundleId' | 'teamId' | 'androidPackage' | 'fingerprints' | 'redirectUris'
>

/** A file at a store's host by which a system knows that the app is the store's; no content where there is no such app. */
export type AppFile = { name: string; path: string; content: object | null }

/** Both files (Apple, "Supporting associated domains"; Android, "Verify App Links"). */
export const appFiles = (app: App, origin: string): AppFile[] => [
  file('apple-app-site-association', appleFile(app, origin)),
  file('assetlinks.json', androidFile(app)),
]

const file = (name: string, content: object | null): AppFile => ({
  name,
  path: `/.well-known/${name}`,
  content,
})

function appleFile({ iosBundleId, teamId, redirectUris }: App, origin: string) {
  if (iosBundleId === null || teamId === null) return null
  const components = linkedPaths(redirectUris, origin).map((path) => ({ '/': path }))
  return { applinks: { details: [{ appIDs: [`${teamId}.${iosBundleId}`], components }] } }
}

function androidFile({ androidPackage, fingerprints }: App) {
  if (androidPackage === null || fingerprints.length === 0) return null
  const prints = fingerprints.map((print) => print.toUpperCase())
  return [
    {
      relation: ['delegate_permission/common.handle_all_urls'],
      target: {
        namespace: 'android_app',
        package_name: androidPackage,
        sha256_cert_fingerprints: prints,
      },
    },
  ]
}

/** The paths of the store's host that lead into the app. */
export const linkedPaths = (uris: readonly string[], origin: string): string[] => [
  ...new Set(
    uris.flatMap((uri) => {
      const url = URL.parse(uri)
      return url?.origin === origin ? [url.pathname] : []
    }),
  ),
]

/** Fetches a file as the systems do, which follow no redirect, and compares it with what it should hold. */
export async function fetchBack(
  { name, path, content }: AppFile,
  {
    origin,
    outgoing,
    signal,
  }: { origin: string; signal: AbortSignal } & Pick<Platform, 'outgoing'>,
): Promise<StepResult> {
  const url = origin + path
  const { status, headers, body } = await outgoing.request({ url, signal, redirect: 'told' })
  if (status >= 300 && status < 400) return failed('REDIRECTED', say.redirected(url))
  if (status !== 200) return failed(`HTTP_${status}`, say.fileFailed(url, status))
  if (!/^application\/json\b/i.test(String(headers['content-type'] ?? '')))
    return failed('NOT_JSON', say.notJson(url))
  if (!isDeepStrictEqual(parsed(body), content))
    return failed('OTHER_FILE', say.otherFile(name, new URL(origin).host))
  return passed(say.fileValid(url))
}

function parsed(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString())
  } catch {
    return undefined
  }
}
