import { isDeepStrictEqual } from 'node:util'
import type { StepResult } from '#server/platform/core/integrations/integration.ts'
import { failStep, passStep } from '#server/platform/core/integrations/integration.ts'
import type { Platform } from '#server/platform/core/platform/platform.ts'
import type { MobileSsoSetup } from './mobileSsoSettings.ts'
import { mobileSsoTestMessages } from './messages.ts'

type MobileApp = Pick<
  MobileSsoSetup,
  'iosBundleId' | 'teamId' | 'androidPackage' | 'fingerprints' | 'redirectUris'
>

/** A file on a store's host that links the domain to the store's app. No content without an app. */
type AppFile = { name: string; path: string; content: object | null }

/** Builds both files (Apple, "Supporting associated domains"; Android, "Verify App Links"). */
export const buildAppLinkFiles = (app: MobileApp, origin: string): AppFile[] => [
  createAppFile('apple-app-site-association', buildAppleFile(app, origin)),
  createAppFile('assetlinks.json', buildAndroidFile(app)),
]

const createAppFile = (name: string, content: object | null): AppFile => ({
  name,
  path: `/.well-known/${name}`,
  content,
})

function buildAppleFile({ iosBundleId, teamId, redirectUris }: MobileApp, origin: string) {
  if (iosBundleId === null || teamId === null) return null
  const components = getAppLinkPaths(redirectUris, origin).map((path) => ({ '/': path }))
  return { applinks: { details: [{ appIDs: [`${teamId}.${iosBundleId}`], components }] } }
}

function buildAndroidFile({ androidPackage, fingerprints }: MobileApp) {
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

/** Returns the paths on the store's host that open the app. */
export const getAppLinkPaths = (uris: readonly string[], origin: string): string[] => [
  ...new Set(
    uris.flatMap((uri) => {
      const url = URL.parse(uri)
      return url?.origin === origin ? [url.pathname] : []
    }),
  ),
]

/**
 * Fetches a file without following redirects, as phones do, and compares it with the expected
 * content.
 */
export async function checkAppLinkFile(
  { name, path, content }: AppFile,
  {
    origin,
    outgoing,
    signal,
  }: { origin: string; signal: AbortSignal } & Pick<Platform, 'outgoing'>,
): Promise<StepResult> {
  const url = origin + path
  const { status, headers, body } = await outgoing.request({ url, signal, redirect: 'manual' })
  if (status >= 300 && status < 400)
    return failStep('REDIRECTED', mobileSsoTestMessages.redirected(url))
  if (status !== 200)
    return failStep(`HTTP_${status}`, mobileSsoTestMessages.fileFailed(url, status))
  if (!/^application\/json\b/i.test(String(headers['content-type'] ?? '')))
    return failStep('NOT_JSON', mobileSsoTestMessages.notJson(url))
  if (!isDeepStrictEqual(parseFileBody(body), content))
    return failStep('OTHER_FILE', mobileSsoTestMessages.otherFile(name, new URL(origin).host))
  return passStep(mobileSsoTestMessages.fileValid(url))
}

function parseFileBody(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString())
  } catch {
    return undefined
  }
}
