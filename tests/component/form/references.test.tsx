import { getReferenceTarget } from '#shared/engine/fields/referenceTarget.ts'
import { act, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import type { UserEvent } from '@testing-library/user-event'
import { createMemoryRouter, RouterProvider, useActionData } from 'react-router'
import { describe, expect, onTestFinished, test } from 'vitest'
import { startActors, stopActors } from '#client/runtime/actors.ts'
import { createBrowserEffects } from '#client/runtime/browserEffects.ts'
import { ConsoleProvider } from '#client/runtime/ConsoleContext.tsx'
import { handleForm } from '#client/form/handleForm.ts'
import type { RejectedForm } from '#client/form/handleForm.ts'
import { RecordForm } from '#client/form/RecordForm.tsx'
import { recordIntents } from '#client/list/recordIntents.ts'
import type { Field } from '#shared/engine/fields/fields.ts'
import { text } from '#shared/engine/fields/fields.ts'
import type { Fields } from '#shared/engine/resource.ts'
import { members } from '#shared/areas/members/members.ts'
import { resources } from '#shared/areas/index.ts'
import { sizes } from '#shared/areas/sizes/sizes.ts'
import { stores } from '#shared/areas/stores/stores.ts'
import { openFilter } from '#tests/support/browser/filters.ts'
import { memoryPlatform } from '#tests/support/servers/memoryPlatform.ts'
import { operator, renderConsole } from '#tests/support/browser/renderConsole.tsx'
import { withFlash } from '#shared/navigation/flashMessage.ts'
import { noPage, storeRecord } from '#tests/support/servers/storePlatform.ts'

const referring = resources.flatMap((resource) =>
  Object.entries(resource.fields as Fields).flatMap(([name, field]) =>
    field.kind === 'reference' ? [{ title: `${resource.name}.${name}`, name, field }] : [],
  ),
)

/** A form of this reference and a text, beside a platform on which two records are called Acme. */
function formOf(name: string, field: Field, permissions: string[] | null = null) {
  const fields: Fields = { title: text('Title', { max: 40 }), [name]: field }
  const platform = memoryPlatform()
  const target = getReferenceTarget(field)
  const twins = [1, 2].map((id) => ({
    ...storeRecord({ name: 'Acme', code: `acme-${id}` }),
    [target?.label ?? 'name']: 'Acme',
    ...Object.fromEntries(
      Object.keys(target?.disambiguatingFields ?? {}).map((tells) => [tells, `acme-${id}`]),
    ),
    id,
  }))
  platform.replies.set(`GET /${target?.name}`, ({ search }) => {
    const asked =
      search?.get(`filter[${target?.label ?? 'name'}][eq]`) ?? search?.get('search') ?? ''
    return { status: 200, body: { data: 'Acme'.startsWith(asked) ? twins : [], page: noPage } }
  })
  platform.replies.set('POST /things', { status: 201, body: { id: 9, version: 1 } })
  const facts = {
    jobTitle: '',
    organisation: '',
    enforcePermissions: permissions !== null,
    google: false,
  }
  const actors = startActors(
    {
      session: { authenticated: true, user: operator, permissions: permissions ?? [] },
      notifications: [],
    },
    { ...createBrowserEffects(platform.api), reload: () => undefined },
  )
  const things = { ...sizes, name: 'things', fields }
  function Component() {
    const refused = useActionData<RejectedForm>()
    return (
      <RecordForm {...{ fields, refused }} record={null} writeKey="key" draftName="things.new" />
    )
  }
  const router = createMemoryRouter([
    {
      path: '/',
      Component,
      action: async ({ request }) =>
        handleForm({
          api: platform.api,
          zone: async () => 'UTC',
          tell: withFlash,
          resource: things,
          form: await request.formData(),
          intents: { create: recordIntents.create },
          url: request.url,
          back: '/',
        }),
    },
  ])
  const { unmount } = render(
    <ConsoleProvider {...{ actors, facts }} api={platform.api} passwordForm={null}>
      <RouterProvider router={router} />
    </ConsoleProvider>,
  )
  onTestFinished(() => {
    unmount()
    router.dispose()
    stopActors(actors)
    sessionStorage.clear()
  })
  return { platform, user: userEvent.setup({ delay: null }) }
}

const box = (label: string) => screen.getByRole('combobox', { name: new RegExp(`^${label}`) })
/** The field, entered: its script has come, and the focus is still in it. */
async function entered(user: UserEvent, label: string) {
  await user.click(screen.getByRole('textbox', { name: new RegExp(`^${label}`) }))
  await waitFor(() => expect(box(label)).toHaveFocus())
  return box(label)
}
const save = () => screen.getByRole('button', { name: 'Save' })

describe.each(referring)('$title', ({ name, field }) => {
  test('sends the one of two equals that was picked', async () => {
    const { platform, user } = formOf(name, field)
    await user.type(screen.getByLabelText('Title'), 'One')
    await user.type(await entered(user, field.label), 'Acm')
    const [, second] = await screen.findAllByRole('option')
    await user.click(second as HTMLElement)
    expect(screen.getByText('Unsaved:')).toHaveTextContent(`Unsaved: Title, ${field.label}`)
    await user.click(save())
    await waitFor(() =>
      expect(platform.writes().map(({ body }) => body)).toEqual([{ title: 'One', [name]: 2 }]),
    )
  })

  test('typed whole, neither is taken: both are shown, and one is chosen', async () => {
    const { platform, user } = formOf(name, field)
    await user.type(screen.getByLabelText('Title'), 'One')
    await user.type(await entered(user, field.label), 'Acme{Escape}')
    await user.click(save())
    await waitFor(() =>
      expect(box(field.label)).toHaveAccessibleDescription(
        /2 records are named "Acme". Choose one/,
      ),
    )
    expect(platform.writes()).toEqual([])
    expect(screen.getByLabelText('Title')).toHaveValue('One')
    const several = within(screen.getByRole('group', { name: /named "Acme"/ }))
    await user.click(several.getAllByRole('radio')[1] as HTMLElement)
    await user.click(save())
    await waitFor(() =>
      expect(platform.writes().map(({ body }) => body)).toEqual([{ title: 'One', [name]: 2 }]),
    )
  })
})

test('what is typed before the script has come is kept, and searched for', async () => {
  formOf('organisationId', stores.fields.organisationId)
  const plain = screen.getByRole('textbox', { name: /^Organization/ })
  act(() => plain.focus())
  fireEvent.input(plain, { target: { value: 'Acme' } })
  if (plain instanceof HTMLInputElement) plain.setSelectionRange(1, 3)
  expect(await screen.findAllByRole('option')).toHaveLength(2)
  expect(box('Organization')).toHaveValue('Acme')
  expect(box('Organization')).toHaveFocus()
  // What is typed next replaces what was selected.
  expect(box('Organization')).toMatchObject({ selectionStart: 1, selectionEnd: 3 })
})

test('left before the script has come, a text that names none is refused at once, and one that does is taken', async () => {
  const { platform, user } = formOf('organisationId', stores.fields.organisationId)
  platform.replies.set('GET /organisations', ({ search }) => ({
    status: 200,
    body: {
      data: search?.get('filter[name][eq]') === 'Acme Group' ? [{ id: 3, name: 'Acme Group' }] : [],
      page: noPage,
    },
  }))
  // What a form does as it begins is done.
  await act(async () => undefined)
  const plain = screen.getByRole('textbox', { name: /^Organization/ })
  const typeAndLeave = (value: string) => {
    act(() => plain.focus())
    fireEvent.input(plain, { target: { value } })
    act(() => plain.blur())
  }
  typeAndLeave('No such one')
  await screen.findByText('Organization: we found nothing named "No such one"')
  typeAndLeave('Acme Group')
  await waitFor(() => expect(plain).toHaveAccessibleDescription(''))
  await user.type(screen.getByLabelText('Title'), 'One')
  await user.click(save())
  await waitFor(() =>
    expect(platform.writes().map(({ body }) => body)).toEqual([
      { title: 'One', organisationId: 3 },
    ]),
  )
})

describe('a new record for a reference', () => {
  const { organisationId } = stores.fields
  const link = () => screen.queryByRole('link', { name: 'New organization...' })

  test('is made in another tab, where one may be made', () => {
    formOf('organisationId', organisationId)
    expect(link()).toHaveAttribute('href', '/stores?organisations&create')
    expect(link()).toHaveAttribute('target', '_blank')
  })

  test('is offered to who has the right', () => {
    formOf('organisationId', organisationId, ['storesRead'])
    expect(link()).toBeVisible()
  })

  test('is not offered without the right, or where none can be made', () => {
    formOf('organisationId', organisationId, ['Sizes'])
    formOf('storeId', members.fields.storeId, ['Sizes'])
    expect(link()).toBeNull()
    expect(screen.queryByRole('link', { name: /^New/ })).toBeNull()
  })
})

describe('a new record that a form lacks', () => {
  const creating = referring.filter(({ field }) => getReferenceTarget(field)?.creation)
  /** Stands in for the tab that the browser would open, and says where it was led. */
  function openTabs() {
    const tab = document.body.appendChild(document.createElement('iframe')).contentWindow
    const opened: { url: string; name: string }[] = []
    const { open } = window
    onTestFinished(() => void (window.open = open))
    window.open = (url, name) => {
      opened.push({ url: String(url), name: String(name) })
      return tab
    }
    const report = (newRecord: object, source: Window | null = tab) =>
      act(() =>
        window.dispatchEvent(
          new MessageEvent('message', {
            data: { newRecord },
            origin: window.location.origin,
            source,
          }),
        ),
      )
    return { opened, report }
  }

  test.each(creating)('$title takes along what is typed', async ({ name, field }) => {
    const { opened } = openTabs()
    const { user } = formOf(name, field)
    await user.type(await entered(user, field.label), 'Zenith Mills{Escape}')
    await user.click(screen.getByRole('link', { name: /^New .*\.\.\.$/ }))
    await waitFor(() => expect(opened).toHaveLength(1))
    const { pathname, searchParams } = new URL(opened[0]?.url ?? '', 'http://console.example')
    expect(pathname).toBe(getReferenceTarget(field)?.creation?.address.split('?')[0])
    expect(searchParams.get(`begin[${getReferenceTarget(field)?.label}]`)).toBe('Zenith Mills')
    expect(opened[0]?.name).toContain(`new-record:${field.target?.name}:`)
  })

  test('comes back selected, and is what the form sends', async () => {
    const { opened, report } = openTabs()
    const { user, platform } = formOf('organisationId', stores.fields.organisationId)
    await user.type(screen.getByLabelText('Title'), 'One')
    await user.type(await entered(user, 'Organization'), 'Zenith Mills{Escape}')
    await user.click(screen.getByRole('link', { name: 'New organization...' }))
    await waitFor(() => expect(opened).toHaveLength(1))
    // Only what the tab created counts, and of the kind that the field is for.
    report({ resource: 'themes', id: 8, label: 'Harbour' })
    report({ resource: 'organisations', id: 8, label: 'Elsewhere' }, window)
    report({ resource: 'organisations', id: 7, label: 'Zenith Mills Ltd' })
    expect(screen.getByLabelText(/^Organization/)).toHaveValue('Zenith Mills Ltd')
    expect(screen.getByText('Created Zenith Mills Ltd and selected it.')).toBeVisible()
    expect(screen.getByLabelText('Title')).toHaveValue('One')
    await user.click(save())
    await waitFor(() =>
      expect(platform.writes().map(({ body }) => body)).toEqual([
        { title: 'One', organisationId: 7 },
      ]),
    )
  })

  test('a selected name is not taken along', async () => {
    const { opened } = openTabs()
    const { user } = formOf('organisationId', stores.fields.organisationId)
    await user.type(await entered(user, 'Organization'), 'Acme')
    await user.click((await screen.findAllByRole('option'))[0] as HTMLElement)
    await user.click(screen.getByRole('link', { name: 'New organization...' }))
    await waitFor(() => expect(opened[0]?.url).toBe('/stores?organisations&create'))
  })
})

describe('a filter by another record', () => {
  const acme = { ...storeRecord({ name: 'Acme Group' }), id: 3 }
  function platformOf() {
    const platform = memoryPlatform()
    platform.replies.set('GET /stores', { status: 200, body: { data: [], page: noPage } })
    platform.replies.set('GET /organisations', {
      status: 200,
      body: { data: [acme], page: noPage },
    })
    platform.replies.set('GET /organisations/3', { status: 200, body: acme })
    return platform
  }

  test('is by the id of the one that is picked, and says what that is called', async () => {
    const shown = await renderConsole('/stores', { platform: platformOf() })
    await openFilter(shown.user, 'Organization')
    await shown.user.type(await entered(shown.user, 'Organization'), 'Acme')
    await shown.user.click(await screen.findByRole('option', { name: /^Acme Group/ }))
    const part = document.getElementById('filter-of-organisationId')
    await shown.user.click(within(part as HTMLElement).getByRole('button', { name: 'Apply' }))
    await waitFor(() => expect(shown.address()).toBe('/stores?filter[organisationId][eq]=3'))
    await screen.findByTitle('Organization is Acme Group')
    expect(
      screen.getByLabelText('Organization', { selector: 'input:not([type=checkbox])' }),
    ).toHaveValue('Acme Group')
  })

  test('is by a part of the name where none is picked', async () => {
    const shown = await renderConsole('/stores', { platform: platformOf() })
    await openFilter(shown.user, 'Organization')
    await shown.user.type(await entered(shown.user, 'Organization'), 'Acm{Escape}')
    const part = document.getElementById('filter-of-organisationId')
    await shown.user.click(within(part as HTMLElement).getByRole('button', { name: 'Apply' }))
    await waitFor(() =>
      expect(shown.address()).toBe('/stores?filter[organisationId][contains]=Acm'),
    )
    expect(
      screen.getByLabelText('Organization', { selector: 'input:not([type=checkbox])' }),
    ).toHaveValue('Acm')
  })

  test.each([
    ['typed over', 'Bor', '/stores?filter[organisationId][contains]=Bor'],
    ['left as it was', 'Acme Group', '/stores?filter[organisationId][eq]=3'],
    ['emptied', '', '/stores'],
  ])('without JavaScript, %s', async (_, typed, address) => {
    const name = 'filter[organisationId][eq]'
    const sent = new URLSearchParams({
      [name]: '3',
      [`${name}.label`]: 'Acme Group',
      [`${name}.text`]: typed,
    })
    const shown = await renderConsole(`/stores?${sent}`, { platform: platformOf() })
    expect(shown.address()).toBe(address)
  })
})
