import { assign, setup } from 'xstate'
import type { SnapshotFrom } from 'xstate'
import { limits } from '#shared/limits.ts'

/** The window's width in px (null where there is no window: on the server and until hydration) and the groups open at first. */
export interface SideMenuInput {
  width: number | null
  expanded: string[]
}

interface SideMenuContext {
  expanded: string[]
  /** Whether the window was narrow at the start; read once, to choose the first state. */
  startsNarrow: boolean
}

type SideMenuEvent =
  | { type: 'window.resized'; width: number }
  | { type: 'menu.toggle' }
  | { type: 'group.toggle'; group: string }

const isNarrow = (width: number) => width < limits.narrowWindow

/**
 * The side menu (spec.md section 2): collapses when the window gets narrower than 720 px; groups expand and collapse.
 *
 * A wide window remembers what the operator chose there and shows it again after a narrow time. A narrow
 * window always begins collapsed; opened by hand it stays open until the window is wide again.
 */
export const sideMenuMachine = setup({
  // XState reads `types` at compile time only.
  types: {} as {
    context: SideMenuContext
    events: SideMenuEvent
    input: SideMenuInput
    tags: 'collapsed' | 'overPage'
  },
  actions: {
    toggleGroup: assign(({ context }, { group }: { group: string }) => ({
      expanded: context.expanded.includes(group)
        ? context.expanded.filter((other) => other !== group)
        : [...context.expanded, group],
    })),
  },
  guards: {
    startsNarrow: ({ context }) => context.startsNarrow,
    isNarrow: (_, { width }: { width: number }) => isNarrow(width),
    isWide: (_, { width }: { width: number }) => !isNarrow(width),
  },
}).createMachine({
  id: 'sideMenu',
  description: 'Whether the side menu is collapsed, and which of its groups are expanded.',
  context: ({ input }) => ({
    expanded: input.expanded,
    startsNarrow: input.width !== null && isNarrow(input.width),
  }),
  on: {
    'group.toggle': { actions: { type: 'toggleGroup', params: ({ event }) => event } },
  },
  initial: 'starting',
  states: {
    starting: {
      always: [{ guard: 'startsNarrow', target: 'narrow' }, { target: 'wide' }],
    },
    wide: {
      initial: 'shown',
      states: {
        shown: { on: { 'menu.toggle': 'collapsed' } },
        collapsed: { tags: 'collapsed', on: { 'menu.toggle': 'shown' } },
        asBefore: { type: 'history', target: 'shown' },
      },
      on: {
        'window.resized': {
          guard: { type: 'isNarrow', params: ({ event }) => event },
          target: 'narrow',
        },
      },
    },
    narrow: {
      initial: 'collapsed',
      states: {
        collapsed: { tags: 'collapsed', on: { 'menu.toggle': 'shown' } },
        shown: { tags: 'overPage', on: { 'menu.toggle': 'collapsed' } },
      },
      on: {
        'window.resized': {
          guard: { type: 'isWide', params: ({ event }) => event },
          target: 'wide.asBefore',
        },
      },
    },
  },
})

type SideMenuSnapshot = SnapshotFrom<typeof sideMenuMachine>

/** Whether the menu is collapsed, by the operator or by a narrow window. */
export const isCollapsed = (snapshot: SideMenuSnapshot) => snapshot.hasTag('collapsed')

/** Whether a narrow window shows the menu over the page. */
export const isOverPage = (snapshot: SideMenuSnapshot) => snapshot.hasTag('overPage')

/** Whether the entries under a group show. */
export const isExpanded = (snapshot: SideMenuSnapshot, group: string) =>
  snapshot.context.expanded.includes(group)
