import { file, image, optional, reference, text } from '#shared/engine/fields/fields.ts'
import { defineResource } from '#shared/engine/resource.ts'
import { resources } from '#shared/areas/index.ts'
import * as columns from '#server/platform/database/migrations/tables.ts'
import type { Platform } from '#server/platform/core/platform/platform.ts'
import type { ApiResult } from './calling.ts'

/** A resource with all kinds of files, with or without a store. */
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
  list: { columns: ['name', 'cover'], search: ['name'], sort: 'name' },
  api: { unique: [['name']] },
  relations: { label: 'name', scope: 'storeId' },
})

/** An area with only the papers. */
export const papersArea = { name: 'papers', resources: [papers] }

export const resourcesWithPapers = [...resources, papers]

export const createPapersTable = ({ db }: Pick<Platform, 'db'>): Promise<void> =>
  columns.createTable(db, 'papers', {
    ...columns.recordColumns,
    name: columns.unique(columns.text),
    store_id: columns.optional(columns.integer),
    cover: columns.optional(columns.reference('files')),
    sheet: columns.optional(columns.reference('files')),
    extra: columns.optional(columns.reference('files')),
    search_text: columns.searchText('name'),
  })

export type FileToUpload = { name?: string; content: Buffer | string; type?: string }

/**
 * Uploads a file for a field as a form does. `field` is a field of `papers` or `resource.field`.
 */
export async function uploadFile(
  { url, token }: { url: string; token: string },
  field: string,
  { name = 'file', content, type = 'application/octet-stream' }: FileToUpload,
  headers: Record<string, string> = {},
): Promise<ApiResult> {
  const form = new FormData()
  // The buffer isn't shared.
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
