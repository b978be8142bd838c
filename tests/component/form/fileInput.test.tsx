import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { file, image, optional, text } from '#shared/engine/fields/fields.ts'
import type { AnyRecord } from '#shared/engine/resource.ts'
import { limits } from '#shared/limits.ts'
import { formOf, saved } from '#tests/support/browser/formOf.tsx'
import { operator } from '#tests/support/browser/renderConsole.tsx'
import { uploadCalls } from '#tests/support/uploadCalls.ts'
import type { UploadCall } from '#tests/support/uploadCalls.ts'

let calls: UploadCall[] = []

const logo = { ...optional(image('Logo')), uploadFor: 'things.logo' }
const name = optional(text('Name', { max: 20 }))
const png = new File(['x'], 'new.png', { type: 'image/png' })
const before = saved({ name: 'A', logo: 3, labels: { logo: 'old.png' } })

async function logoForm(record: AnyRecord | null = before, field = logo) {
  calls = uploadCalls()
  const form = formOf({ name, logo: field }, record)
  await screen.findByText(record?.['logo'] ? 'Replace' : 'Select file')
  return form
}
const input = () => screen.getByLabelText<HTMLInputElement>(/^Logo/)
const button = (called: string) => screen.getByRole('button', { name: called })
const box = () => input().closest('div[class*=fileBox]') ?? document.body

test('a file that is chosen is uploaded at once, and its id goes with the form', async () => {
  const { user, sent } = await logoForm()
  expect(input()).toHaveAttribute('accept', 'image/png,image/jpeg,image/webp,image/gif')
  expect(input().closest('form')).toHaveAttribute('enctype', 'multipart/form-data')
  await user.upload(input(), png)
  const [call] = calls
  expect(call?.url).toBe('/api/files?for=things.logo')
  expect(call?.body?.get('file')).toEqual(png)
  expect(call?.headers.get('idempotency-key')).toMatch(/^[0-9a-f]{32}$/)
  act(
    () =>
      void call?.upload.dispatchEvent(new ProgressEvent('progress', { loaded: 40, total: 100 })),
  )
  expect(screen.getByRole('progressbar', { name: 'Uploading new.png' })).toHaveValue(40)
  call?.answer(201, { id: 7, name: 'new.png' })
  expect(await screen.findByText('Unsaved:')).toHaveTextContent('Unsaved: Logo')
  expect(screen.getByRole('link', { name: 'new.png' })).toHaveAttribute('href', '/api/files/7')
  expect(box().querySelector('img')).toHaveAttribute('src', '/api/files/7/thumbnail')
  expect(JSON.parse(sessionStorage.getItem(`draft.${operator.id}.kinds`) ?? '')).toEqual({
    logo: { id: 7, label: 'new.png' },
  })
  await user.click(button('Save'))
  await waitFor(() => expect(sent).toHaveLength(1))
  expect(sent[0]?.get('logo')).toBe('7')
  expect(sent[0]?.has('logo.file')).toBe(false)
})

test('what an upload says fills the fields beside it, except one that somebody wrote', async () => {
  const { user } = await logoForm(null, { ...logo, required: true })
  const named = () => screen.getByLabelText(/^Name/)
  const upload = async (at: number, version: string) => {
    await user.upload(input(), png)
    calls[at]?.answer(201, { id: 7 + at, name: 'new.png', fills: { name: version, other: 'x' } })
    await screen.findByText(`Uploaded new.png Found in the file: Name ${version}.`)
  }
  await upload(0, '1.0.0')
  expect(named()).toHaveValue('1.0.0')
  expect(screen.getByText('Unsaved:')).toHaveTextContent('Name')
  // Another package says another version; one that was typed stays.
  await upload(1, '1.1.0')
  expect(named()).toHaveValue('1.1.0')
  await user.clear(named())
  await user.type(named(), '2.0.0')
  await upload(2, '1.2.0')
  expect(named()).toHaveValue('2.0.0')
})

test('captions in SubRip may be chosen, and that they were converted is told', async () => {
  const captions = { ...optional(file('Logo', { accept: ['text/vtt'] })), uploadFor: 'things.logo' }
  const { user } = await logoForm(null, captions)
  expect(input()).toHaveAttribute('accept', 'text/vtt,.srt')
  await user.upload(input(), new File(['1'], 'Intro.srt'))
  calls[0]?.answer(201, { id: 7, name: 'Intro.vtt' })
  await screen.findByText('Converted Intro.srt to WebVTT and uploaded Intro.vtt')
})

test.each([
  ['dropped', () => fireEvent.drop(box(), { dataTransfer: { files: [png] } })],
  ['pasted', () => fireEvent.paste(input(), { clipboardData: { files: [png] } })],
])('a file is %s as well', async (_how, put) => {
  await logoForm(null)
  // What takes it is loaded once the form stands.
  await waitFor(() => {
    if (calls.length === 0) put()
    expect(calls.map(({ body }) => body?.get('file'))).toEqual([png])
  })
})

test('what is refused is told at the field and keeps the form from being sent, until it is cancelled', async () => {
  const { user, sent } = await logoForm()
  await user.upload(input(), png)
  const refused = 'Logo: This is a PDF file. Upload a PNG, JPEG, WebP, or GIF file instead.'
  calls[0]?.answer(422, {
    status: 422,
    code: 'invalid',
    title: 'Not taken',
    fields: { logo: refused },
  })
  expect(await screen.findByText(refused)).toBeVisible()
  expect(input()).toHaveAttribute('aria-invalid', 'true')
  await user.click(button('Save'))
  await waitFor(() => expect(input()).toHaveFocus())
  expect(sent).toEqual([])
  await user.click(button('Cancel upload of logo'))
  await waitFor(() => expect(screen.queryByText(refused)).toBeNull())
  expect(screen.getByRole('link', { name: 'old.png' })).toBeVisible()
  expect(screen.queryByText('Unsaved:')).toBeNull()
})

test.each([
  [413, {}, 'Logo: the file is larger than 2 MB. Select a smaller one.'],
  [502, {}, "The platform isn't responding. Try again in a moment."],
  [429, {}, 'Too many attempts. Wait a minute, then try again.'],
  [404, {}, "This platform doesn't support files."],
  [201, { no: 'file' }, 'The platform returned an unexpected response. Try again in a moment.'],
])('an answer of %d is told in a sentence', async (status, body, sentence) => {
  const { user } = await logoForm()
  await user.upload(input(), png)
  calls[0]?.answer(status, body)
  expect(await screen.findByText(sentence)).toBeVisible()
})

test('a lost connection, several files at once and one that is too large are told without an upload', async () => {
  const { user } = await logoForm()
  await user.upload(input(), png)
  act(() => void calls[0]?.dispatchEvent(new Event('error')))
  expect(
    await screen.findByText('Logo: the connection was lost. Select the file again.'),
  ).toBeVisible()
  fireEvent.drop(box(), { dataTransfer: { files: [png, png] } })
  expect(await screen.findByText('Logo: select only one file.')).toBeVisible()
  const large = new File(['x'], 'large.png')
  Object.defineProperty(large, 'size', { value: limits.pictureBytes + 1 })
  fireEvent.drop(box(), { dataTransfer: { files: [large] } })
  expect(
    await screen.findByText('Logo: the file is larger than 2 MB. Select a smaller one.'),
  ).toBeVisible()
  expect(calls).toHaveLength(1)
})

test('while a file is on its way the form waits, and cancelling ends the call', async () => {
  const { user, sent } = await logoForm()
  await user.upload(input(), png)
  await user.click(button('Save'))
  expect(await screen.findByText(/^Logo: the file is still uploading/)).toBeVisible()
  expect(sent).toEqual([])
  await user.click(button('Cancel upload of logo'))
  expect(calls[0]?.aborted).toBe(true)
  await waitFor(() => expect(screen.queryByText(/still uploading/)).toBeNull())
  expect(input()).toHaveFocus()
})

test('a file is removed by its button, and what must be there has none', async () => {
  const { user, sent } = await logoForm()
  await user.click(button('Remove logo'))
  expect(input()).toHaveFocus()
  await user.click(button('Save'))
  await waitFor(() => expect(sent).toHaveLength(1))
  expect(sent[0]?.get('logo')).toBe('')
})

test('a file that must be there is replaced and not removed', async () => {
  await logoForm(before, { ...logo, required: true })
  expect(screen.queryByRole('button', { name: 'Remove logo' })).toBeNull()
})

test('a session that has ended signs the operator out', async () => {
  const { user, actors } = await logoForm()
  await user.upload(input(), png)
  calls[0]?.answer(401, {})
  await waitFor(() => expect(actors.session.getSnapshot().hasTag('authenticated')).toBe(false))
})
