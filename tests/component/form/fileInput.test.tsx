import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { file, image, optional, text } from '#shared/engine/fields/fields.ts'
import type { AnyRecord } from '#shared/engine/resource.ts'
import { limits } from '#shared/limits.ts'
import { renderForm, buildRecord } from '#tests/support/browser/renderForm.tsx'
import { operator } from '#tests/support/browser/renderConsole.tsx'
import { captureUploads } from '#tests/support/uploadCalls.ts'
import type { UploadCall } from '#tests/support/uploadCalls.ts'

let calls: UploadCall[] = []

const logo = { ...optional(image('Logo')), uploadFor: 'things.logo' }
const name = optional(text('Name', { max: 20 }))
const png = new File(['x'], 'new.png', { type: 'image/png' })
const savedRecord = buildRecord({ name: 'A', logo: 3, labels: { logo: 'old.png' } })

async function renderLogoForm(record: AnyRecord | null = savedRecord, field = logo) {
  calls = captureUploads()
  const form = renderForm({ name, logo: field }, record)
  await screen.findByText(record?.['logo'] ? 'Replace' : 'Select file')
  return form
}
const getInput = () => screen.getByLabelText<HTMLInputElement>(/^Logo/)
const getButton = (label: string) => screen.getByRole('button', { name: label })
const getDropZone = () => getInput().closest('div[class*=fileBox]') ?? document.body

test('a selected file uploads at once and its ID is saved with the form', async () => {
  const { user, sent } = await renderLogoForm()
  expect(getInput()).toHaveAttribute('accept', 'image/png,image/jpeg,image/webp,image/gif')
  expect(getInput().closest('form')).toHaveAttribute('enctype', 'multipart/form-data')
  await user.upload(getInput(), png)
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
  expect(getDropZone().querySelector('img')).toHaveAttribute('src', '/api/files/7/thumbnail')
  expect(JSON.parse(sessionStorage.getItem(`draft.${operator.id}.kinds`) ?? '')).toEqual({
    logo: { id: 7, label: 'new.png' },
  })
  await user.click(getButton('Save'))
  await waitFor(() => expect(sent).toHaveLength(1))
  expect(sent[0]?.get('logo')).toBe('7')
  expect(sent[0]?.has('logo.file')).toBe(false)
})

test('an upload fills empty fields but keeps a value the operator typed', async () => {
  const { user } = await renderLogoForm(null, { ...logo, required: true })
  const getNameInput = () => screen.getByLabelText(/^Name/)
  const upload = async (at: number, version: string) => {
    await user.upload(getInput(), png)
    calls[at]?.answer(201, { id: 7 + at, name: 'new.png', fills: { name: version, other: 'x' } })
    await screen.findByText(`Uploaded new.png Found in the file: Name ${version}.`)
  }
  await upload(0, '1.0.0')
  expect(getNameInput()).toHaveValue('1.0.0')
  expect(screen.getByText('Unsaved:')).toHaveTextContent('Name')
  // A newer package replaces the filled version, but not one that was typed.
  await upload(1, '1.1.0')
  expect(getNameInput()).toHaveValue('1.1.0')
  await user.clear(getNameInput())
  await user.type(getNameInput(), '2.0.0')
  await upload(2, '1.2.0')
  expect(getNameInput()).toHaveValue('2.0.0')
})

test('SubRip captions are accepted, and the form says that they were converted', async () => {
  const captions = { ...optional(file('Logo', { accept: ['text/vtt'] })), uploadFor: 'things.logo' }
  const { user } = await renderLogoForm(null, captions)
  expect(getInput()).toHaveAttribute('accept', 'text/vtt,.srt')
  await user.upload(getInput(), new File(['1'], 'Intro.srt'))
  calls[0]?.answer(201, { id: 7, name: 'Intro.vtt' })
  await screen.findByText('Converted Intro.srt to WebVTT and uploaded Intro.vtt')
})

test.each([
  ['dropped', () => fireEvent.drop(getDropZone(), { dataTransfer: { files: [png] } })],
  ['pasted', () => fireEvent.paste(getInput(), { clipboardData: { files: [png] } })],
])('a file can be %s', async (_how, put) => {
  await renderLogoForm(null)
  // The drop handler loads after the form is rendered.
  await waitFor(() => {
    if (calls.length === 0) put()
    expect(calls.map(({ body }) => body?.get('file'))).toEqual([png])
  })
})

test('a rejected upload shows its error at the field and blocks saving until it is canceled', async () => {
  const { user, sent } = await renderLogoForm()
  await user.upload(getInput(), png)
  const error = 'Logo: This is a PDF file. Upload a PNG, JPEG, WebP, or GIF file instead.'
  calls[0]?.answer(422, {
    status: 422,
    code: 'invalid',
    title: 'Not taken',
    fields: { logo: error },
  })
  expect(await screen.findByText(error)).toBeVisible()
  expect(getInput()).toHaveAttribute('aria-invalid', 'true')
  await user.click(getButton('Save'))
  await waitFor(() => expect(getInput()).toHaveFocus())
  expect(sent).toEqual([])
  await user.click(getButton('Cancel upload of logo'))
  await waitFor(() => expect(screen.queryByText(error)).toBeNull())
  expect(screen.getByRole('link', { name: 'old.png' })).toBeVisible()
  expect(screen.queryByText('Unsaved:')).toBeNull()
})

test.each([
  [413, {}, 'Logo: the file is larger than 2 MB. Select a smaller one.'],
  [502, {}, "The platform isn't responding. Try again in a moment."],
  [429, {}, 'Too many attempts. Wait a minute, then try again.'],
  [404, {}, "This platform doesn't support files."],
  [201, { no: 'file' }, 'The platform returned an unexpected response. Try again in a moment.'],
])('a reply with status %d shows a message', async (status, body, sentence) => {
  const { user } = await renderLogoForm()
  await user.upload(getInput(), png)
  calls[0]?.answer(status, body)
  expect(await screen.findByText(sentence)).toBeVisible()
})

test('a lost connection, several files, and a file that is too large each show an error', async () => {
  const { user } = await renderLogoForm()
  await user.upload(getInput(), png)
  act(() => void calls[0]?.dispatchEvent(new Event('error')))
  expect(
    await screen.findByText('Logo: the connection was lost. Select the file again.'),
  ).toBeVisible()
  fireEvent.drop(getDropZone(), { dataTransfer: { files: [png, png] } })
  expect(await screen.findByText('Logo: select only one file.')).toBeVisible()
  const large = new File(['x'], 'large.png')
  Object.defineProperty(large, 'size', { value: limits.pictureBytes + 1 })
  fireEvent.drop(getDropZone(), { dataTransfer: { files: [large] } })
  expect(
    await screen.findByText('Logo: the file is larger than 2 MB. Select a smaller one.'),
  ).toBeVisible()
  expect(calls).toHaveLength(1)
})

test('saving waits for an upload, and canceling aborts it', async () => {
  const { user, sent } = await renderLogoForm()
  await user.upload(getInput(), png)
  await user.click(getButton('Save'))
  expect(await screen.findByText(/^Logo: the file is still uploading/)).toBeVisible()
  expect(sent).toEqual([])
  await user.click(getButton('Cancel upload of logo'))
  expect(calls[0]?.aborted).toBe(true)
  await waitFor(() => expect(screen.queryByText(/still uploading/)).toBeNull())
  expect(getInput()).toHaveFocus()
})

test('an optional file can be removed', async () => {
  const { user, sent } = await renderLogoForm()
  await user.click(getButton('Remove logo'))
  expect(getInput()).toHaveFocus()
  await user.click(getButton('Save'))
  await waitFor(() => expect(sent).toHaveLength(1))
  expect(sent[0]?.get('logo')).toBe('')
})

test('a required file can be replaced but not removed', async () => {
  await renderLogoForm(savedRecord, { ...logo, required: true })
  expect(screen.queryByRole('button', { name: 'Remove logo' })).toBeNull()
})

test('an expired session signs the operator out', async () => {
  const { user, actors } = await renderLogoForm()
  await user.upload(getInput(), png)
  calls[0]?.answer(401, {})
  await waitFor(() => expect(actors.session.getSnapshot().hasTag('authenticated')).toBe(false))
})
