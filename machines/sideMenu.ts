import { assign, setup } from 'xstate'
import type { SnapshotFrom } from 'xstate'
import { limits } from '#shared/limits.ts'

/** `width` is the window's in pixels; null on the server and until hydration. */
export interface SideMenuInput {
  width: number | null
  /** Groups that the operator opened before. */
  openGroups?: readonly string[]
}

interface SideMenuContext {
  openGroups: readonly string[]
  /** Group of the current page that the operator closed. It opens again when they return to it. */
  closedGroup: string | null
  /** Whether the window was narrow at the start; read once, to choose the first state. */
  startsNarrow: boolean
}

type SideMenuEvent =
  | { type: 'window.resized'; width: number }
  | { type: 'menu.toggle' }
  /** `shown` is the group of the current page. */
  | { type: 'group.toggle'; group: string; shown: string | null }
  | { type: 'group.entered'; group: string | null }

const isGroupOpen = (
  { openGroups, closedGroup }: Pick<SideMenuContext, 'openGroups' | 'closedGroup'>,
  group: string,
  currentGroup: string | null,
) => openGroups.includes(group) || (group === currentGroup && group !== closedGroup)

const isNarrow = (width: number) => width < limits.narrowWindow

/** Side menu (spec.md section 2; screens.md, "The shell"). A wide window remembers its choice. */
export const sideMenuMachine = setup({
  // XState reads `types` at compile time only.
  types: {} as {
    context: SideMenuContext
    events: SideMenuEvent
    input: SideMenuInput
    tags: 'collapsed' | 'overPage'
  },
  actions: {
    toggleGroup: assign(
      ({ context }, { group, shown }: { group: string; shown: string | null }) => {
        const otherGroups = context.openGroups.filter((openGroup) => openGroup !== group)
        if (!isGroupOpen(context, group, shown))
          return {
            openGroups: [...otherGroups, group],
            closedGroup: context.closedGroup === group ? null : context.closedGroup,
          }
        return {
          openGroups: otherGroups,
          closedGroup: group === shown ? group : context.closedGroup,
        }
      },
    ),
    enterGroup: assign(({ context }, { group }: { group: string | null }) => ({
      closedGroup: context.closedGroup === group ? group : null,
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
    openGroups: input.openGroups ?? [],
    closedGroup: null,
    startsNarrow: input.width !== null && isNarrow(input.width),
  }),
  on: {
    'group.toggle': { actions: { type: 'toggleGroup', params: ({ event }) => event } },
    'group.entered': { actions: { type: 'enterGroup', params: ({ event }) => event } },
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

export const isCollapsed = (snapshot: SideMenuSnapshot) => snapshot.hasTag('collapsed')

/** Whether a narrow window shows the menu over the page. */
export const isOverPage = (snapshot: SideMenuSnapshot) => snapshot.hasTag('overPage')

/** Returns the groups that the operator opened and didn't close. */
export const getOpenGroups = ({ context }: SideMenuSnapshot) => context.openGroups

/** Whether the entries of a group show, given the group of the current page. */
export const isExpanded = (
  snapshot: SideMenuSnapshot,
  group: string,
  currentGroup: string | null,
) => isGroupOpen(snapshot.context, group, currentGroup)
