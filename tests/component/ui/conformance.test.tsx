import { fireEvent, render, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import type { ComponentType, ReactElement } from 'react'
import { MemoryRouter } from 'react-router'
import { describe, expect, test, vi } from 'vitest'
import { Badge } from '#client/ui/Badge.tsx'
import { Button, ButtonLink } from '#client/ui/Button.tsx'
import { BarChart } from '#client/ui/charts/BarChart.tsx'
import { LineChart } from '#client/ui/charts/LineChart.tsx'
import { Combobox } from '#client/ui/inputs/Combobox.tsx'
import { DateInput } from '#client/ui/inputs/DateInput.tsx'
import { Menu, MenuButton, MenuLink, MenuList } from '#client/ui/dialogs/Menu.tsx'
import { Modal } from '#client/ui/dialogs/Modal.tsx'
import { Progress } from '#client/ui/Progress.tsx'
import { ScrollArea } from '#client/ui/ScrollArea.tsx'
import { Select } from '#client/ui/inputs/Select.tsx'
import { StateMessage } from '#client/ui/StateMessage.tsx'
import { Status } from '#client/ui/Status.tsx'
import { Switch } from '#client/ui/inputs/Switch.tsx'
import { Table } from '#client/ui/Table.tsx'
import { Tabs } from '#client/ui/Tabs.tsx'
import { Textarea } from '#client/ui/inputs/Textarea.tsx'
import { TextInput } from '#client/ui/inputs/TextInput.tsx'
import { Tooltip } from '#client/ui/dialogs/Tooltip.tsx'
import type { Rules } from '#client/ui/inputs/rules.ts'
import { serverRendered } from '#tests/support/browser/hydrate.tsx'

/** What every form field takes (spec.md sections 2 and 5). */
type FieldProps = {
  id: string
  name: string
  label: string
  hint?: string
  error?: string
  rules?: Rules
  required?: boolean
  disabled?: boolean
}

type Field = {
  name: string
  Field: ComponentType<FieldProps>
  role: string
  /** Gives it a value and commits it, as an operator does without leaving the field. */
  change: (control: HTMLElement) => Promise<void>
  /** A switch is on or off, never left empty. */
  /** What is said of a text that is wrong, where that is not the rule's to say. */
  wrong?: string
  alwaysFilled?: true
}

const typing = (text: string) => async (control: HTMLElement) => {
  await userEvent.type(control, text)
  // What the browser says when a value is committed; user-event says it on leaving alone.
  fireEvent(control, new Event('change', { bubbles: true }))
}
const options = [
  { value: 'a', label: 'Alpha' },
  { value: 'b', label: 'Beta' },
]
const search = async () => options

const fields: Field[] = [
  { name: 'Text input', Field: TextInput, role: 'textbox', change: typing('x') },
  { name: 'Textarea', Field: Textarea, role: 'textbox', change: typing('x') },
  {
    name: 'Select',
    Field: (props) => <Select {...props} options={options} emptyLabel="None" />,
    role: 'combobox',
    change: (control) => userEvent.selectOptions(control, 'Alpha'),
  },
  {
    name: 'Switch',
    Field: Switch,
    role: 'switch',
    change: (control) => userEvent.click(control),
    alwaysFilled: true,
  },
  {
    name: 'Date input',
    // A date has no role of its own.
    Field: (props) => <DateInput {...props} role="textbox" />,
    role: 'textbox',
    change: typing('2026-11-21'),
  },
  {
    name: 'Combobox',
    Field: (props) => <Combobox {...props} search={search} />,
    role: 'combobox',
    change: async (control) => {
      await userEvent.type(control, 'al')
      await userEvent.click(await screen.findByRole('option', { name: 'Alpha' }))
    },
    wrong: 'Code: we found nothing named "1"',
  },
]

describe.each(fields)('the form field $name', ({ Field, role, change, alwaysFilled, wrong }) => {
  const named = { id: 'code', name: 'code', label: 'Code' }
  const control = () => screen.getByRole(role, { name: /^Code/ })
  const leave = async () => {
    await userEvent.tab()
    expect(control()).toHaveFocus()
    await userEvent.tab()
  }
  /** Renders it in a form, and tells what that would send. */
  function renderField(props: Partial<FieldProps> = {}) {
    render(
      <form aria-label="Form">
        <Field {...named} {...props} />
      </form>,
    )
    return () => new FormData(screen.getByRole<HTMLFormElement>('form', { name: 'Form' }))
  }

  test('is named by its label, and takes its id and the name it is sent under', () => {
    const sent = renderField()
    expect(control()).toHaveAttribute('id', 'code')
    expect(sent().has('code')).toBe(true)
    expect(control()).not.toHaveAttribute('aria-invalid')
    expect(control()).not.toHaveAttribute('aria-describedby')
    expect(control().closest('[data-invalid]')).toBeNull()
  })

  test.skipIf(alwaysFilled)('says that it must be filled, or that it need not', () => {
    renderField({ required: true })
    expect(control()).toBeRequired()
    expect(control()).toHaveAccessibleName('Code')
  })

  test.skipIf(alwaysFilled)('says that it may be left empty', () => {
    renderField({ required: false })
    expect(control()).not.toBeRequired()
    expect(control()).toHaveAccessibleName('Code')
  })

  test('is described by its hint', () => {
    renderField({ hint: 'Short.' })
    expect(control()).toHaveAccessibleDescription('Short.')
    expect(control()).toBeValid()
  })

  test('shows a message under it, is marked wrong, and is described by it in place of the hint', () => {
    renderField({ hint: 'Short.', error: 'Code is taken' })
    const message = screen.getByText('Code is taken')
    expect(control().compareDocumentPosition(message)).toBe(Node.DOCUMENT_POSITION_FOLLOWING)
    expect(control()).toBeInvalid()
    expect(control()).toHaveAccessibleDescription('Code is taken')
    expect(screen.queryByText('Short.')).toBeNull()
    expect(control().closest('[data-invalid]')).toContainElement(message)
  })

  test('disabled, it is not reached by key, cannot be changed and sends nothing', async () => {
    const sent = renderField({ disabled: true })
    expect(control()).toBeDisabled()
    await userEvent.tab()
    expect(document.body).toHaveFocus()
    await userEvent.click(control())
    expect([...sent().keys()]).toEqual([])
  })

  test.each<[string, Rules]>([
    ['an object', { required: true, matches: /^never$/ }],
    ['a string', 'required|email'],
    ['a function', (value) => (value === '' ? 'Code is a required field' : false)],
  ])('takes rules as %s: the first that fails speaks on blur and on change', async (_, rules) => {
    renderField({ rules, hint: 'Short.' })
    await leave()
    expect(control()).toBeInvalid()
    expect(control()).toHaveAccessibleDescription('Code is a required field')
    await change(control())
    expect(control()).toHaveAccessibleDescription('Code is not valid.')
  })

  test('checks nothing on input', async () => {
    renderField({ rules: () => false })
    await userEvent.tab()
    fireEvent.input(control())
    if (!alwaysFilled) await userEvent.keyboard('1')
    expect(control()).not.toHaveAccessibleDescription()
    await userEvent.tab()
    await waitFor(() =>
      expect(control()).toHaveAccessibleDescription(wrong ?? 'Code is not valid.'),
    )
  })

  test('says no more once the value is right', async () => {
    renderField({ rules: 'required' })
    await leave()
    expect(control()).toBeInvalid()
    await change(control())
    expect(control()).toBeValid()
    expect(control()).not.toHaveAttribute('aria-describedby')
  })

  test("gives way to the server's word", async () => {
    renderField({ rules: () => false, error: 'Code is taken' })
    await leave()
    expect(control()).toHaveAccessibleDescription('Code is taken')
  })

  test('keeps what was entered before its script ran', async () => {
    const { hydrate } = serverRendered(<Field {...named} />)
    const input = screen.getByRole<HTMLInputElement>(role, { name: 'Code' })
    const entered = { switch: 'on', combobox: 'a', textbox: '2026-11-21' }[role] ?? ''
    if (role === 'switch') input.checked = true
    else input.value = entered
    await hydrate()
    expect(role === 'switch' ? input.checked : input.value).toBe(role === 'switch' || entered)
  })
})

type Element = {
  name: string
  element: ReactElement
  /** How it is found; what is a text alone has no role. */
  role?: string
  named: string
}

const links = [
  { title: 'Here', to: '/' },
  { title: 'There', to: '/there' },
]
const elements: Element[] = [
  { name: 'Button', element: <Button>Save</Button>, role: 'button', named: 'Save' },
  {
    name: 'Button that waits',
    element: <Button loading>Save</Button>,
    role: 'button',
    named: 'Processing',
  },
  {
    name: 'Button link',
    element: <ButtonLink to="/sizes">Sizes</ButtonLink>,
    role: 'link',
    named: 'Sizes',
  },
  {
    name: 'Menu',
    element: (
      <Menu label="More">
        <MenuList>
          <MenuLink to="/sizes">Sizes</MenuLink>
          <MenuButton>Do it</MenuButton>
        </MenuList>
      </Menu>
    ),
    named: 'More',
  },
  {
    name: 'Modal',
    element: (
      <Modal title="Really?" onClose={() => undefined}>
        <button>Yes</button>
      </Modal>
    ),
    role: 'dialog',
    named: 'Really?',
  },
  {
    name: 'Tooltip',
    element: (
      <Tooltip text="Explains">
        <button>Save</button>
      </Tooltip>
    ),
    role: 'button',
    named: 'Save',
  },
  {
    name: 'Tabs',
    element: <Tabs label="Parts" tabs={links} />,
    role: 'navigation',
    named: 'Parts',
  },
  {
    name: 'Table',
    element: (
      <Table
        caption="Members"
        columns={[{ label: 'Name', render: (name: string) => name }]}
        rows={['Ann']}
        keyOf={(name) => name}
      />
    ),
    role: 'table',
    named: 'Members',
  },
  {
    name: 'Scroll area',
    element: <ScrollArea label="Log">much</ScrollArea>,
    role: 'region',
    named: 'Log',
  },
  { name: 'Badge', element: <Badge>Default</Badge>, named: 'Default' },
  { name: 'Status', element: <Status tone="good">Active</Status>, named: 'Active' },
  {
    name: 'Progress',
    element: <Progress label="Ready" percent={80} />,
    role: 'progressbar',
    named: 'Ready',
  },
  {
    name: 'State message',
    element: <StateMessage title="Nothing here yet" />,
    role: 'heading',
    named: 'Nothing here yet',
  },
  {
    name: 'Line chart',
    element: (
      <LineChart title="Orders" labels={['Mon']} series={[{ name: 'Orders', values: [1] }]} />
    ),
    role: 'figure',
    named: 'Orders',
  },
  {
    name: 'Bar chart',
    element: <BarChart title="Reasons" labels={['A']} series={[{ name: 'Failed', values: [1] }]} />,
    role: 'figure',
    named: 'Reasons',
  },
  ...fields.map(({ name, Field, role }) => ({
    name,
    element: <Field id="code" name="code" label="Code" rules="required" hint="Short." />,
    role,
    named: 'Code',
  })),
]

describe.each(elements)('the element $name', ({ element, role, named }) => {
  const find = () => (role ? screen.getByRole(role, { name: named }) : screen.getByText(named))

  test('is rendered by the server, and taken over by the browser without a repair', async () => {
    const { hydrate } = serverRendered(element)
    expect(await hydrate()).toEqual([])
    expect(find()).toBeVisible()
  })

  // The content security policy drops them.
  test('has no style attribute in its markup', () => {
    expect(serverRendered(element).html).not.toMatch(/\sstyle=/)
  })

  test('stands twice on a page without the two sharing an id', () => {
    const { container } = render(
      <MemoryRouter>
        {element}
        {element}
      </MemoryRouter>,
    )
    const given = ['code', 'code-hint', 'code-menu']
    const ids = [...container.querySelectorAll('[id]')]
      .map(({ id }) => id)
      .filter((id) => !given.includes(id))
    expect(new Set(ids).size).toBe(ids.length)
  })
})

describe.each([
  { name: 'Button', element: <Button disabled>Act</Button> },
  { name: 'Button that waits', element: <Button loading>Act</Button> },
  { name: 'Menu button', element: <MenuButton disabled>Act</MenuButton> },
])('disabled, the $name', ({ element }) => {
  test('is not reached by key and hears no press', async () => {
    const pressed = vi.fn<() => void>()
    render(<div onClickCapture={pressed}>{element}</div>)
    await userEvent.tab()
    expect(document.body).toHaveFocus()
    await userEvent.click(screen.getByRole('button'))
    expect(pressed).not.toHaveBeenCalled()
  })
})
