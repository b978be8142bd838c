import { expect } from 'vitest'
import type { TestAccount, TestPlatform } from '#tests/support/servers/platform.ts'
import { openSession, fetchToken } from './calling.ts'
import type { ApiResult } from './calling.ts'
import { runProductJob } from './changingJob.ts'

/** Signs in and creates functions that import files. */
export async function createImporter(
  platform: TestPlatform,
  account: TestAccount = platform.operator,
) {
  const call = await openSession(platform, account)
  const token = await fetchToken(platform, account)
  const run = async (started: ApiResult): Promise<ApiResult['body']> => {
    expect(started.status, JSON.stringify(started.body)).toBe(202)
    await runProductJob(platform, started.body.id)
    return (await call('GET', `/jobs/${started.body.id}`)).body
  }

  async function upload(resource: string, content: string | Buffer, name = 'lines.csv') {
    const form = new FormData()
    form.set('file', new Blob([content as BlobPart]), name)
    const answer = await fetch(`${platform.url}/files?for=${resource}.import`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${token}` },
      body: form,
    })
    return { status: answer.status, body: await answer.json() }
  }

  /** Opens a file, which returns its columns and the guessed mapping. */
  async function open(resource: string, content: string | Buffer, place?: Record<string, number>) {
    const { status, body } = await upload(resource, content)
    expect(status, JSON.stringify(body)).toBe(201)
    return call('POST', `/${resource}/imports`, {
      body: { fileId: body.id, ...(place ? { place } : {}) },
    })
  }

  const read = async (resource: string, id: number): Promise<ApiResult['body']> =>
    (await call('GET', `/${resource}/imports/${id}`)).body

  /** Opens a file, checks every line with the guessed mapping, and returns the import. */
  async function look(resource: string, content: string | Buffer, place?: Record<string, number>) {
    const { status, body } = await open(resource, content, place)
    expect(status, JSON.stringify(body)).toBe(201)
    const { id, mapping } = body
    await run(await call('POST', `/${resource}/imports/${id}/check`, { body: { mapping } }))
    return read(resource, id)
  }

  return {
    call,
    upload,
    openFile: open,
    loadImport: read,
    checkFile: look,
    /** Runs a started job and returns it. */
    finishJob: run,
    runImport: async (resource: string, id: number) =>
      run(await call('POST', `/${resource}/imports/${id}/run`, { body: {} })),
    undoImport: async (job: number) => run(await call('POST', `/jobs/${job}/undo`, {})),
    exportFailedLines: async (resource: string, id: number): Promise<string> =>
      (await call('GET', `/${resource}/imports/${id}/failed/export`)).body,
  }
}
