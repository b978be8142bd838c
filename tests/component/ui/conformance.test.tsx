import { fireEvent, render, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import type { ComponentType, ReactElement } from 'react'
import { MemoryRouter } from 'react-router'
import { describe, expect, test, vi } from 'vitest'
import { Badge } from '#client/ui/Badge.tsx'
import { Button, ButtonLink } from '#client/ui/Button.tsx'
import { BarChart } from '#client/ui/charts/BarChart.tsx'
import { LineChart } from '#client/ui/charts/LineChart.tsx'
import { Combobox } from '#client/parts/Combobox.tsx'
import { DateInput } from '#client/ui/inputs/DateInput.tsx'
import { Menu, MenuEntryButton, MenuLink, MenuList } from '#client/ui/dialogs/Menu.tsx'
import { Modal } from '#client/ui/dialogs/Modal.tsx'
import { Progress } from '#client/ui/Progress.tsx'
import { WindowHeightScrollArea } from '#client/ui/WindowHeightScrollArea.tsx'
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
import { renderOnServer } from '#tests/support/browser/hydrate.tsx'

/** The props of every form field (spec.md sections 2 and 5). */
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
  /** Enters a value and commits it without leaving the field. */
  change: (control: HTMLElement) => Promise<void>
  /** The error of an invalid text if it isn't the rule's own. */
  invalidText?: string
  /** Whether the field always has a value, such as a switch. */
  alwaysFilled?: true
}

const typeValue = (text: string) => async (control: HTMLElement) => {
  await userEvent.type(control, text)
  // Browsers dispatch "change" on commit, but user-event dispatches it only on blur.
  fireEvent(control, new Event('change', { bubbles: true }))
}
const options = [
  { value: 'a', label: 'Alpha' },
  { value: 'b', label: 'Beta' },
]
const search = async () => options

const fields: Field[] = [
  { name: 'Text input', Field: TextInput, role: 'textbox', change: typeValue('x') },
  { name: 'Textarea', Field: Textarea, role: 'textbox', change: typeValue('x') },
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
    // A date input has no role of its own.
    Field: (props) => <DateInput {...props} role="textbox" />,
    role: 'textbox',
    change: typeValue('2026-11-21'),
  },
  {
    name: 'Combobox',
    Field: (props) => <Combobox {...props} search={search} />,
    role: 'combobox',
    change: async (control) => {
      await userEvent.type(control, 'al')
      await userEvent.click(await screen.findByRole('option', { name: 'Alpha' }))
    },
    invalidText: 'Code: we found nothing named "1"',
  },
]

describe.each(fields)(
  'The form field $name',
  ({ Field, role, change, alwaysFilled, invalidText }) => {
    const baseProps = { id: 'code', name: 'code', label: 'Code' }
    const control = () => screen.getByRole(role, { name: /^Code/ })
    const leave = async () => {
      await userEvent.tab()
      expect(control()).toHaveFocus()
      await userEvent.tab()
    }
    /** Renders the field in a form and returns a function that reads the form's entries. */
    function renderField(props: Partial<FieldProps> = {}) {
      render(
        <form aria-label="Form">
          <Field {...baseProps} {...props} />
        </form>,
      )
      return () => new FormData(screen.getByRole<HTMLFormElement>('form', { name: 'Form' }))
    }

    test('is named by its label and uses its ID and name', () => {
      const getEntries = renderField()
      expect(control()).toHaveAttribute('id', 'code')
      expect(getEntries().has('code')).toBe(true)
      expect(control()).not.toHaveAttribute('aria-invalid')
      expect(control()).not.toHaveAttribute('aria-describedby')
      expect(control().closest('[data-invalid]')).toBeNull()
    })

    test.skipIf(alwaysFilled)('can be required', () => {
      renderField({ required: true })
      expect(control()).toBeRequired()
      expect(control()).toHaveAccessibleName('Code')
    })

    test.skipIf(alwaysFilled)('can be optional', () => {
      renderField({ required: false })
      expect(control()).not.toBeRequired()
      expect(control()).toHaveAccessibleName('Code')
    })

    test('is described by its hint', () => {
      renderField({ hint: 'Short.' })
      expect(control()).toHaveAccessibleDescription('Short.')
      expect(control()).toBeValid()
    })

    test('shows its error below it in place of the hint and is marked as invalid', () => {
      renderField({ hint: 'Short.', error: 'Code is taken' })
      const message = screen.getByText('Code is taken')
      expect(control().compareDocumentPosition(message)).toBe(Node.DOCUMENT_POSITION_FOLLOWING)
      expect(control()).toBeInvalid()
      expect(control()).toHaveAccessibleDescription('Code is taken')
      expect(screen.queryByText('Short.')).toBeNull()
      expect(control().closest('[data-invalid]')).toContainElement(message)
    })

    test("disabled, it can't be focused or changed and submits nothing", async () => {
      const getEntries = renderField({ disabled: true })
      expect(control()).toBeDisabled()
      await userEvent.tab()
      expect(document.body).toHaveFocus()
      await userEvent.click(control())
      expect([...getEntries().keys()]).toEqual([])
    })

    test.each<[string, Rules]>([
      ['an object', { required: true, matches: /^never$/ }],
      ['a string', 'required|email'],
      ['a function', (value) => (value === '' ? 'Code is a required field' : false)],
    ])(
      'accepts rules as %s and shows the first failing one on blur and on change',
      async (_, rules) => {
        renderField({ rules, hint: 'Short.' })
        await leave()
        expect(control()).toBeInvalid()
        expect(control()).toHaveAccessibleDescription('Code is a required field')
        await change(control())
        expect(control()).toHaveAccessibleDescription('Code is not valid.')
      },
    )

    test('validates nothing on input', async () => {
      renderField({ rules: () => false })
      await userEvent.tab()
      fireEvent.input(control())
      if (!alwaysFilled) await userEvent.keyboard('1')
      expect(control()).not.toHaveAccessibleDescription()
      await userEvent.tab()
      await waitFor(() =>
        expect(control()).toHaveAccessibleDescription(invalidText ?? 'Code is not valid.'),
      )
    })

    test('clears its error once the value is valid', async () => {
      renderField({ rules: 'required' })
      await leave()
      expect(control()).toBeInvalid()
      await change(control())
      expect(control()).toBeValid()
      expect(control()).not.toHaveAttribute('aria-describedby')
    })

    test("shows the server's error rather than its own", async () => {
      renderField({ rules: () => false, error: 'Code is taken' })
      await leave()
      expect(control()).toHaveAccessibleDescription('Code is taken')
    })

    test('keeps what was entered before hydration', async () => {
      const { hydrate } = renderOnServer(<Field {...baseProps} />)
      const input = screen.getByRole<HTMLInputElement>(role, { name: 'Code' })
      const value = { switch: 'on', combobox: 'a', textbox: '2026-11-21' }[role] ?? ''
      if (role === 'switch') input.checked = true
      else input.value = value
      await hydrate()
      expect(role === 'switch' ? input.checked : input.value).toBe(role === 'switch' || value)
    })
  },
)

type Element = {
  name: string
  element: ReactElement
  /** The role, if any; a plain text is found by its text. */
  role?: string
  label: string
}

const links = [
  { title: 'Here', to: '/' },
  { title: 'There', to: '/there' },
]
const elements: Element[] = [
  { name: 'Button', element: <Button>Save</Button>, role: 'button', label: 'Save' },
  {
    name: 'Button that waits',
    element: <Button loading>Save</Button>,
    role: 'button',
    label: 'Processing',
  },
  {
    name: 'Button link',
    element: <ButtonLink to="/sizes">Sizes</ButtonLink>,
    role: 'link',
    label: 'Sizes',
  },
  {
    name: 'Menu',
    element: (
      <Menu label="More">
        <MenuList>
          <MenuLink to="/sizes">Sizes</MenuLink>
          <MenuEntryButton>Do it</MenuEntryButton>
        </MenuList>
      </Menu>
    ),
    label: 'More',
  },
  {
    name: 'Modal',
    element: (
      <Modal title="Really?" onClose={() => undefined}>
        <button>Yes</button>
      </Modal>
    ),
    role: 'dialog',
    label: 'Really?',
  },
  {
    name: 'Tooltip',
    element: (
      <Tooltip text="Explains">
        <button>Save</button>
      </Tooltip>
    ),
    role: 'button',
    label: 'Save',
  },
  {
    name: 'Tabs',
    element: <Tabs label="Parts" tabs={links} />,
    role: 'navigation',
    label: 'Parts',
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
    label: 'Members',
  },
  {
    name: 'Scroll area',
    element: <WindowHeightScrollArea label="Log">much</WindowHeightScrollArea>,
    role: 'region',
    label: 'Log',
  },
  { name: 'Badge', element: <Badge>Default</Badge>, label: 'Default' },
  { name: 'Status', element: <Status tone="good">Active</Status>, label: 'Active' },
  {
    name: 'Progress',
    element: <Progress label="Ready" percent={80} />,
    role: 'progressbar',
    label: 'Ready',
  },
  {
    name: 'State message',
    element: <StateMessage title="Nothing here yet" />,
    role: 'heading',
    label: 'Nothing here yet',
  },
  {
    name: 'Line chart',
    element: (
      <LineChart title="Orders" labels={['Mon']} series={[{ name: 'Orders', values: [1] }]} />
    ),
    role: 'figure',
    label: 'Orders',
  },
  {
    name: 'Bar chart',
    element: <BarChart title="Reasons" labels={['A']} series={[{ name: 'Failed', values: [1] }]} />,
    role: 'figure',
    label: 'Reasons',
  },
  ...fields.map(({ name, Field, role }) => ({
    name,
    element: <Field id="code" name="code" label="Code" rules="required" hint="Short." />,
    role,
    label: 'Code',
  })),
]

describe.each(elements)('The element $name', ({ element, role, label }) => {
  const find = () => (role ? screen.getByRole(role, { name: label }) : screen.getByText(label))

  test('is rendered on the server and hydrates without a mismatch', async () => {
    const { hydrate } = renderOnServer(element)
    expect(await hydrate()).toEqual([])
    expect(find()).toBeVisible()
  })

  // The content security policy blocks style attributes.
  test('has no style attribute in its markup', () => {
    expect(renderOnServer(element).html).not.toMatch(/\sstyle=/)
  })

  test('can be on a page twice without duplicate IDs', () => {
    const { container } = render(
      <MemoryRouter>
        {element}
        {element}
      </MemoryRouter>,
    )
    const givenIds = ['code', 'code-hint', 'code-menu']
    const ids = [...container.querySelectorAll('[id]')]
      .map(({ id }) => id)
      .filter((id) => !givenIds.includes(id))
    expect(new Set(ids).size).toBe(ids.length)
  })
})

describe.each([
  { name: 'Button', element: <Button disabled>Act</Button> },
  { name: 'Button that waits', element: <Button loading>Act</Button> },
  { name: 'Menu button', element: <MenuEntryButton disabled>Act</MenuEntryButton> },
])('A disabled $name', ({ element }) => {
  test("can't be focused and ignores clicks", async () => {
    const onClick = vi.fn<() => void>()
    render(<div onClickCapture={onClick}>{element}</div>)
    await userEvent.tab()
    expect(document.body).toHaveFocus()
    await userEvent.click(screen.getByRole('button'))
    expect(onClick).not.toHaveBeenCalled()
  })
})
