import { file, image, optional, reference, text } from '#shared/engine/fields/fields.ts'
import { defineResource } from '#shared/engine/resource.ts'
import { resources } from '#shared/areas/index.ts'
import { addResourceTable } from '#server/platform/database/migrations/tables.ts'
import type { Answered } from './calling.ts'

/** What has files of every kind, within a store or not. */
const papers = defineResource({
  name: 'papers',
  path: '/papers',
  title: { one: 'paper', many: 'papers' },
  about: 'What has files.',
  permission: 'Colors',
  fields: {
    name: text('Name', { max: 40 }),
    storeId: optional(reference('Store', 'stores')),
    cover: optional(image('Cover')),
    sheet: optional(file('Sheet', { accept: ['application/pdf', 'text/csv'] })),
    extra: optional(file('Extra')),
  },
  scope: 'storeId',
  columns: ['name', 'cover'],
  search: ['name'],
  sort: 'name',
  label: 'name',
  unique: [['name']],
})

export const withPapers = [...resources, papers]

export const papersTable = addResourceTable('papers', {
  text: ['name'],
  reference: ['storeId?'],
  image: ['cover?'],
  file: ['sheet?', 'extra?'],
  unique: [['name']],
  search: ['name'],
  to: { cover: 'files', sheet: 'files', extra: 'files' },
})

export type Sent = { name?: string; content: Buffer | string; type?: string }

/** Sends a file as a form does; `field` is what it is for, of `papers` unless told. */
export async function upload(
  { url, token }: { url: string; token: string },
  field: string,
  { name = 'file', content, type = 'application/octet-stream' }: Sent,
  headers: Record<string, string> = {},
): Promise<Answered> {
  const form = new FormData()
  // Bytes of this process, which nothing shares.
  form.set('file', new Blob([content as Buffer<ArrayBuffer>], { type }), name)
  const response = await fetch(
    `${url}/files?for=${field.includes('.') ? field : `papers.${field}`}`,
    {
      method: 'POST',
      headers: { Authorization: `Bearer ${token}`, ...headers },
      body: form,
    },
  )
  return { status: response.status, headers: response.headers, body: await response.json() }
}
