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
import { trackWriteKeys } from '#client/runtime/writeKeys.ts'
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
import { createMemoryPlatform } from '#tests/support/servers/memoryPlatform.ts'
import { operator, renderConsole } from '#tests/support/browser/renderConsole.tsx'
import { withFlash } from '#shared/navigation/flashMessage.ts'
import { emptyPage, buildStore } from '#tests/support/servers/storePlatform.ts'

const referenceFields = resources.flatMap((resource) =>
  Object.entries(resource.fields as Fields).flatMap(([name, field]) =>
    field.kind === 'reference' ? [{ title: `${resource.name}.${name}`, name, field }] : [],
  ),
)

/** Renders a form with this reference and a title, on a platform with two records named Acme. */
function renderReferenceForm(name: string, field: Field, permissions: string[] | null = null) {
  const fields: Fields = { title: text('Title', { max: 40 }), [name]: field }
  const platform = createMemoryPlatform()
  const target = getReferenceTarget(field)
  const namesakes = [1, 2].map((id) => ({
    ...buildStore({ name: 'Acme', code: `acme-${id}` }),
    [target?.relations.label ?? 'name']: 'Acme',
    ...Object.fromEntries(
      Object.keys(target?.disambiguatingFields ?? {}).map((fieldName) => [fieldName, `acme-${id}`]),
    ),
    id,
  }))
  platform.replies.set(`GET /${target?.name}`, ({ search }) => {
    const query =
      search?.get(`filter[${target?.relations.label ?? 'name'}][eq]`) ?? search?.get('search') ?? ''
    return {
      status: 200,
      body: { data: 'Acme'.startsWith(query) ? namesakes : [], page: emptyPage },
    }
  })
  platform.replies.set('POST /things', { status: 201, body: { id: 9, version: 1 } })
  const facts = {
    jobTitle: '',
    organisation: '',
    enforcePermissions: permissions !== null,
    google: false,
    passkeys: false,
    origin: 'https://console.example.com',
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
    const rejected = useActionData<RejectedForm>()
    return (
      <RecordForm
        {...{ fields, refused: rejected }}
        record={null}
        writeKey="key"
        draftName="things.new"
      />
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
          writeKeys: trackWriteKeys()(),
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

const getPicker = (label: string) => screen.getByRole('combobox', { name: new RegExp(`^${label}`) })
/** Focuses the field and waits until its script has loaded and kept the focus. */
async function enterField(user: UserEvent, label: string) {
  await user.click(screen.getByRole('textbox', { name: new RegExp(`^${label}`) }))
  await waitFor(() => expect(getPicker(label)).toHaveFocus())
  return getPicker(label)
}
const getSaveButton = () => screen.getByRole('button', { name: 'Save' })

describe.each(referenceFields)('$title', ({ name, field }) => {
  test('sends the selected one of two records with the same name', async () => {
    const { platform, user } = renderReferenceForm(name, field)
    await user.type(screen.getByLabelText('Title'), 'One')
    await user.type(await enterField(user, field.label), 'Acm')
    const [, second] = await screen.findAllByRole('option')
    await user.click(second as HTMLElement)
    expect(screen.getByText('Unsaved:')).toHaveTextContent(`Unsaved: Title, ${field.label}`)
    await user.click(getSaveButton())
    await waitFor(() =>
      expect(platform.writes().map(({ body }) => body)).toEqual([{ title: 'One', [name]: 2 }]),
    )
  })

  test('asks which record is meant if a typed name is ambiguous', async () => {
    const { platform, user } = renderReferenceForm(name, field)
    await user.type(screen.getByLabelText('Title'), 'One')
    await user.type(await enterField(user, field.label), 'Acme{Escape}')
    await user.click(getSaveButton())
    await waitFor(() =>
      expect(getPicker(field.label)).toHaveAccessibleDescription(
        /2 records are named "Acme". Choose one/,
      ),
    )
    expect(platform.writes()).toEqual([])
    expect(screen.getByLabelText('Title')).toHaveValue('One')
    const several = within(screen.getByRole('group', { name: /named "Acme"/ }))
    await user.click(several.getAllByRole('radio')[1] as HTMLElement)
    await user.click(getSaveButton())
    await waitFor(() =>
      expect(platform.writes().map(({ body }) => body)).toEqual([{ title: 'One', [name]: 2 }]),
    )
  })
})

test('text typed before the script loads is kept and searched', async () => {
  renderReferenceForm('organisationId', stores.fields.organisationId)
  const plain = screen.getByRole('textbox', { name: /^Organization/ })
  act(() => plain.focus())
  fireEvent.input(plain, { target: { value: 'Acme' } })
  if (plain instanceof HTMLInputElement) plain.setSelectionRange(1, 3)
  expect(await screen.findAllByRole('option')).toHaveLength(2)
  expect(getPicker('Organization')).toHaveValue('Acme')
  expect(getPicker('Organization')).toHaveFocus()
  // Typing replaces the selected text.
  expect(getPicker('Organization')).toMatchObject({ selectionStart: 1, selectionEnd: 3 })
})

test('a name left before the script loads is rejected if unknown and resolved otherwise', async () => {
  const { platform, user } = renderReferenceForm('organisationId', stores.fields.organisationId)
  platform.replies.set('GET /organisations', ({ search }) => ({
    status: 200,
    body: {
      data: search?.get('filter[name][eq]') === 'Acme Group' ? [{ id: 3, name: 'Acme Group' }] : [],
      page: emptyPage,
    },
  }))
  // Lets the form finish its initial effects.
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
  await user.click(getSaveButton())
  await waitFor(() =>
    expect(platform.writes().map(({ body }) => body)).toEqual([
      { title: 'One', organisationId: 3 },
    ]),
  )
})

describe('The link to a new record of a reference', () => {
  const { organisationId } = stores.fields
  const getNewRecordLink = () => screen.queryByRole('link', { name: 'New organization...' })

  test('opens another tab if the operator can create one', () => {
    renderReferenceForm('organisationId', organisationId)
    expect(getNewRecordLink()).toHaveAttribute('href', '/stores?organisations&create')
    expect(getNewRecordLink()).toHaveAttribute('target', '_blank')
  })

  test('is shown to operators with the permission', () => {
    renderReferenceForm('organisationId', organisationId, ['storesRead'])
    expect(getNewRecordLink()).toBeVisible()
  })

  test("isn't shown without the permission or for records that can't be created", () => {
    renderReferenceForm('organisationId', organisationId, ['Sizes'])
    renderReferenceForm('storeId', members.fields.storeId, ['Sizes'])
    expect(getNewRecordLink()).toBeNull()
    expect(screen.queryByRole('link', { name: /^New/ })).toBeNull()
  })
})

describe('A new record created from a form', () => {
  const creatable = referenceFields.filter(({ field }) => getReferenceTarget(field)?.creation)
  /** Replaces the tab that the browser would open and records its URL. */
  function openTabs() {
    const tab = document.body.appendChild(document.createElement('iframe')).contentWindow
    const openedTabs: { url: string; name: string }[] = []
    const { open } = window
    onTestFinished(() => void (window.open = open))
    window.open = (url, name) => {
      openedTabs.push({ url: String(url), name: String(name) })
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
    return { openedTabs, report }
  }

  test.each(creatable)('$title passes on the typed name', async ({ name, field }) => {
    const { openedTabs } = openTabs()
    const { user } = renderReferenceForm(name, field)
    await user.type(await enterField(user, field.label), 'Zenith Mills{Escape}')
    await user.click(screen.getByRole('link', { name: /^New .*\.\.\.$/ }))
    await waitFor(() => expect(openedTabs).toHaveLength(1))
    const { pathname, searchParams } = new URL(openedTabs[0]?.url ?? '', 'http://console.example')
    expect(pathname).toBe(getReferenceTarget(field)?.creation?.address.split('?')[0])
    expect(searchParams.get(`begin[${getReferenceTarget(field)?.relations.label}]`)).toBe(
      'Zenith Mills',
    )
    expect(openedTabs[0]?.name).toContain(`new-record:${field.target?.name}:`)
  })

  test('is selected in the form and sent', async () => {
    const { openedTabs, report } = openTabs()
    const { user, platform } = renderReferenceForm('organisationId', stores.fields.organisationId)
    await user.type(screen.getByLabelText('Title'), 'One')
    await user.type(await enterField(user, 'Organization'), 'Zenith Mills{Escape}')
    await user.click(screen.getByRole('link', { name: 'New organization...' }))
    await waitFor(() => expect(openedTabs).toHaveLength(1))
    // Only a record of the right kind from the opened tab counts.
    report({ resource: 'themes', id: 8, label: 'Harbour' })
    report({ resource: 'organisations', id: 8, label: 'Elsewhere' }, window)
    report({ resource: 'organisations', id: 7, label: 'Zenith Mills Ltd' })
    expect(screen.getByLabelText(/^Organization/)).toHaveValue('Zenith Mills Ltd')
    expect(screen.getByText('Created Zenith Mills Ltd and selected it.')).toBeVisible()
    expect(screen.getByLabelText('Title')).toHaveValue('One')
    await user.click(getSaveButton())
    await waitFor(() =>
      expect(platform.writes().map(({ body }) => body)).toEqual([
        { title: 'One', organisationId: 7 },
      ]),
    )
  })

  test("a selected name isn't passed on", async () => {
    const { openedTabs } = openTabs()
    const { user } = renderReferenceForm('organisationId', stores.fields.organisationId)
    await user.type(await enterField(user, 'Organization'), 'Acme')
    await user.click((await screen.findAllByRole('option'))[0] as HTMLElement)
    await user.click(screen.getByRole('link', { name: 'New organization...' }))
    await waitFor(() => expect(openedTabs[0]?.url).toBe('/stores?organisations&create'))
  })
})

describe('A filter by another record', () => {
  const acme = { ...buildStore({ name: 'Acme Group' }), id: 3 }
  function createStoresPlatform() {
    const platform = createMemoryPlatform()
    platform.replies.set('GET /stores', { status: 200, body: { data: [], page: emptyPage } })
    platform.replies.set('GET /organisations', {
      status: 200,
      body: { data: [acme], page: emptyPage },
    })
    platform.replies.set('GET /organisations/3', { status: 200, body: acme })
    return platform
  }

  test('uses the ID of the selected record and shows its name', async () => {
    const view = await renderConsole('/stores', { platform: createStoresPlatform() })
    await openFilter(view.user, 'Organization')
    await view.user.type(await enterField(view.user, 'Organization'), 'Acme')
    await view.user.click(await screen.findByRole('option', { name: /^Acme Group/ }))
    const part = document.getElementById('filter-of-organisationId')
    await view.user.click(within(part as HTMLElement).getByRole('button', { name: 'Apply' }))
    await waitFor(() => expect(view.address()).toBe('/stores?filter[organisationId][eq]=3'))
    await screen.findByTitle('Organization is Acme Group')
    expect(
      screen.getByLabelText('Organization', { selector: 'input:not([type=checkbox])' }),
    ).toHaveValue('Acme Group')
  })

  test('matches part of the name if none is selected', async () => {
    const view = await renderConsole('/stores', { platform: createStoresPlatform() })
    await openFilter(view.user, 'Organization')
    await view.user.type(await enterField(view.user, 'Organization'), 'Acm{Escape}')
    const part = document.getElementById('filter-of-organisationId')
    await view.user.click(within(part as HTMLElement).getByRole('button', { name: 'Apply' }))
    await waitFor(() => expect(view.address()).toBe('/stores?filter[organisationId][contains]=Acm'))
    expect(
      screen.getByLabelText('Organization', { selector: 'input:not([type=checkbox])' }),
    ).toHaveValue('Acm')
  })

  test.each([
    ['with new text', 'Bor', '/stores?filter[organisationId][contains]=Bor'],
    ['unchanged', 'Acme Group', '/stores?filter[organisationId][eq]=3'],
    ['cleared', '', '/stores'],
  ])('works without JavaScript: %s', async (_, typed, address) => {
    const name = 'filter[organisationId][eq]'
    const params = new URLSearchParams({
      [name]: '3',
      [`${name}.label`]: 'Acme Group',
      [`${name}.text`]: typed,
    })
    const view = await renderConsole(`/stores?${params}`, { platform: createStoresPlatform() })
    expect(view.address()).toBe(address)
  })
})
