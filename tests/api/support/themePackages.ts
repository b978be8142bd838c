import sharp from 'sharp'
import { impactParam } from '#shared/engine/impact.ts'
import type { TestPlatform } from '#tests/support/servers/platform.ts'
import { buildArchive } from './archives.ts'
import type { Caller } from './calling.ts'

/** Builds the manifest of a package. */
export const buildManifest = (name: string, version: string, more: object = {}) => ({
  name,
  version,
  settings: {
    colours: {
      background: { label: 'Background', default: '#FFFFFF' },
      text: { label: 'Text', default: '#111827', on: 'background' },
    },
    fonts: { body: { label: 'Typeface', default: 'Inter', options: ['Inter', 'Lora'] } },
  },
  ...more,
})

/** Builds a package with an image. */
export async function buildPackage(
  name: string,
  version: string,
  more: object = {},
): Promise<Buffer> {
  const picture = sharp({
    create: { width: 640, height: 400, channels: 3, background: '#0F766E' },
  })
  return buildArchive([
    {
      name: 'theme.json',
      content: JSON.stringify(buildManifest(name, version, { preview: 'shot.png', ...more })),
    },
    { name: 'shot.png', content: await picture.png().toBuffer() },
    { name: 'assets/style.css', content: `/* ${version} */ body { margin: 0 }` },
  ])
}

/** Uploads a package, as a form does. */
export async function uploadPackage(
  { url }: Pick<TestPlatform, 'url'>,
  token: string,
  content: Buffer,
) {
  const form = new FormData()
  // The buffer isn't shared.
  form.set('file', new Blob([content as Buffer<ArrayBuffer>]), 'theme.zip')
  const response = await fetch(`${url}/files?for=themeVersions.package`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${token}` },
    body: form,
  })
  return { status: response.status, body: await response.json() }
}

/** Sends an event to a version's rollout, and confirms its impact. A start can name a guard. */
export async function rollOut(call: Caller, id: number, event: string, guard: object = {}) {
  const { version } = (await call('GET', `/themeVersions/${id}`)).body
  const send = (search: string) =>
    call('POST', `/themeVersions/${id}/rollout${search}`, {
      body: { event, ...guard },
      ifMatch: version,
    })
  const answer = await send('')
  return answer.body.code === 'unconfirmed'
    ? send(`?${impactParam}=${answer.body.reach.token}`)
    : answer
}
