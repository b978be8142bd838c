import Ellipsis from 'lucide-react/icons/ellipsis'
import { formatNumber } from '#shared/format/numbers.ts'
import { Menu, MenuEntryButton, MenuLink, MenuList } from '../ui/dialogs/Menu.tsx'
import { StateMessage } from '../ui/StateMessage.tsx'
import { Status } from '../ui/Status.tsx'
import { Table } from '../ui/Table.tsx'
import type { Column } from '../ui/Table.tsx'
import type { KitSection } from './samples.ts'

type Member = { name: string; group: string; credits: number }
const sampleMembers: Member[] = Array.from({ length: 40 }, (_, index) => ({
  name: `Member ${index + 1}`,
  group: index % 2 === 0 ? 'Staff' : 'Annual meeting guests',
  credits: index * 1250,
}))
const memberColumns: Column<Member>[] = [
  { label: 'Name', render: ({ name }) => name },
  { label: 'Group', render: ({ group }) => group },
  { label: 'Credits', align: 'end', render: ({ credits }) => formatNumber(credits) },
  { label: 'Status', render: () => <Status tone="good">Active</Status> },
  {
    label: 'Actions',
    align: 'end',
    render: ({ name }) => (
      <Menu
        label={`More actions for ${name}`}
        face={<Ellipsis size={16} aria-hidden="true" />}
        look="icon"
        align="end"
      >
        <MenuList>
          <MenuLink to="/dashboard">Open</MenuLink>
          <MenuEntryButton>Remove</MenuEntryButton>
        </MenuList>
      </Menu>
    ),
  },
]

export const tableSections: readonly KitSection[] = [
  {
    title: 'Table',
    layout: 'stack',
    samples: [
      {
        name: 'Table',
        element: (
          <Table
            caption="Members"
            columns={memberColumns}
            rows={sampleMembers}
            keyOf={({ name }) => name}
          />
        ),
      },
      {
        name: 'Table without rows',
        element: (
          <Table
            caption="No members"
            columns={memberColumns}
            rows={[]}
            keyOf={({ name }) => name}
            empty={<StateMessage title="No members yet">New members appear here.</StateMessage>}
          />
        ),
      },
    ],
  },
]
