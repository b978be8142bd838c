import { render } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { onTestFinished } from 'vitest'
import { startActors, stopActors } from '#client/runtime/actors.ts'
import { createBrowserEffects } from '#client/runtime/browserEffects.ts'
import { ConsoleProvider } from '#client/runtime/ConsoleContext.tsx'
import { handleForm } from '#client/form/handleForm.ts'
import { trackWriteKeys } from '#client/runtime/writeKeys.ts'
import { RecordForm } from '#client/form/RecordForm.tsx'
import type { AnyRecord, Fields } from '#shared/engine/resource.ts'
import { withFlash } from '#shared/navigation/flashMessage.ts'
import { sizes } from '#shared/areas/sizes/sizes.ts'
import { createMemoryPlatform } from '../servers/memoryPlatform.ts'
import type { Reply } from '../servers/memoryPlatform.ts'
import { operator } from './renderConsole.tsx'
import { emptyPage, buildStore } from '../servers/storePlatform.ts'

const stamp = { id: 1, version: 1, createdAt: '', createdBy: '', updatedAt: '', updatedBy: '' }

/** Builds a record with these values, as the platform returns it. */
export const buildRecord = (values: object): AnyRecord => ({ ...stamp, ...values })

/** Renders a form with these fields on a platform with two stores. */
export function renderForm(fields: Fields, record: AnyRecord | null = null, timeZone = 'UTC') {
  const platform = createMemoryPlatform()
  const stores = ['Acme', 'Borges'].map((name, at) => ({ ...buildStore(), id: at + 1, name }))
  const findStores: Reply = ({ search }) => {
    const query = (search?.get('filter[name][eq]') ?? search?.get('search') ?? '').toLowerCase()
    const data = stores.filter(({ name }) => name.toLowerCase().startsWith(query))
    return { status: 200, body: { data, page: emptyPage } }
  }
  platform.replies.set('GET /stores', findStores)
  // Forms of saved records show no chips for stores, so tests of chips use organizations.
  platform.replies.set('GET /organisations', findStores)
  const actors = startActors(
    {
      session: { authenticated: true, user: { ...operator, timeZone }, permissions: [] },
      notifications: [],
    },
    { ...createBrowserEffects(platform.api), reload: () => undefined },
  )
  onTestFinished(() => stopActors(actors))
  const sent: FormData[] = []
  const router = createMemoryRouter([
    {
      path: '/',
      Component: () => (
        <RecordForm {...{ fields, record }} refused={undefined} writeKey="key" draftName="kinds" />
      ),
      action: async ({ request }) => {
        const form = await request.formData()
        sent.push(form)
        return handleForm({
          api: platform.api,
          zone: async () => 'UTC',
          tell: withFlash,
          writeKeys: trackWriteKeys()(),
          resource: { ...sizes, fields },
          form,
          intents: {},
          url: request.url,
          back: '/',
        })
      },
    },
  ])
  render(
    <ConsoleProvider
      passwordForm={null}
      actors={actors}
      api={platform.api}
      facts={{
        jobTitle: '',
        organisation: '',
        enforcePermissions: false,
        google: false,
        passkeys: false,
        origin: 'https://console.example.com',
      }}
    >
      <RouterProvider router={router} />
    </ConsoleProvider>,
  )
  return { user: userEvent.setup(), sent, actors }
}
