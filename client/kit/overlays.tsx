import { useState } from 'react'
import Ellipsis from 'lucide-react/icons/ellipsis'
import { useActors } from '../runtime/ConsoleContext.tsx'
import { Button } from '../ui/Button.tsx'
import { Menu, MenuEntryButton, MenuLink, MenuList } from '../ui/dialogs/Menu.tsx'
import type { MenuProps } from '../ui/dialogs/Menu.tsx'
import { Modal } from '../ui/dialogs/Modal.tsx'
import { Tooltip } from '../ui/dialogs/Tooltip.tsx'
import * as tooltip from '../ui/dialogs/Tooltip.css.ts'
import { getKeys } from './samples.ts'
import type { KitSection } from './samples.ts'

const menus: Record<string, Omit<MenuProps, 'children'>> = {
  button: { label: 'Menu' },
  'button at the end': { label: 'Menu at the end', align: 'end' },
  icon: {
    label: 'More actions for Acme',
    face: <Ellipsis size={16} aria-hidden="true" />,
    look: 'icon',
  },
  avatar: { label: "AO Ann's menu", face: 'AO', look: 'avatar' },
}

const toasts = {
  success: { type: 'success', text: 'Saved' },
  error: { type: 'error', text: "Couldn't save" },
  'that stays': { type: 'error', title: "Couldn't save", text: 'No response', timeout: false },
} as const

/** Elements that open over the page, each behind a button. */
export const overlaySections: readonly KitSection[] = [
  {
    title: 'Menu',
    samples: Object.entries(menus).map(([look, props]) => ({
      name: `Menu ${look}`,
      element: (
        <Menu {...props}>
          <MenuList>
            <MenuLink to="/dashboard">Open the dashboard</MenuLink>
            <MenuEntryButton>Do something</MenuEntryButton>
            <MenuEntryButton disabled>Not now</MenuEntryButton>
          </MenuList>
        </Menu>
      ),
    })),
  },
  {
    title: 'Tooltip',
    samples: getKeys(tooltip.bubble).map((color) => ({
      name: `Tooltip ${color}`,
      element: (
        <Tooltip text={`A ${color} tooltip`} color={color}>
          <Button color="white">Tooltip {color}</Button>
        </Tooltip>
      ),
    })),
  },
  {
    title: 'Modal and toast',
    samples: [
      { name: 'Modal', element: <ModalSample /> },
      ...getKeys(toasts).map((kind) => ({
        name: `Toast ${kind}`,
        element: <ToastSample kind={kind} />,
      })),
    ],
  },
]

function ModalSample() {
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button onClick={() => setOpen(true)}>Open modal</Button>
      {open && (
        <Modal title="A modal" onClose={() => setOpen(false)}>
          <Button onClick={() => setOpen(false)}>Close</Button>
        </Modal>
      )}
    </>
  )
}

function ToastSample({ kind }: { kind: keyof typeof toasts }) {
  const { notifications } = useActors()
  return (
    <Button
      color="white"
      onClick={() => notifications.send({ type: 'notification.show', notification: toasts[kind] })}
    >
      Toast {kind}
    </Button>
  )
}
