import { describe, expect, test } from 'vitest'
import { createActor } from 'xstate'
import { isCollapsed, isExpanded, getOpenGroups, sideMenuMachine } from '#machines/sideMenu.ts'
import type { SideMenuInput } from '#machines/sideMenu.ts'
import { expectFullCoverage, walkEveryEdge } from './walk.ts'

function startMenu(input: Partial<SideMenuInput>) {
  const actor = createActor(sideMenuMachine, {
    input: { width: 1280, ...input },
  }).start()
  return {
    resize: (width: number) => actor.send({ type: 'window.resized', width }),
    toggle: () => actor.send({ type: 'menu.toggle' }),
    toggleGroup: (group: string, shown: string | null = null) =>
      actor.send({ type: 'group.toggle', group, shown }),
    enter: (group: string | null) => actor.send({ type: 'group.entered', group }),
    collapsed: () => isCollapsed(actor.getSnapshot()),
    expanded: (group: string, shown: string | null = null) =>
      isExpanded(actor.getSnapshot(), group, shown),
  }
}

test('the side menu reaches every state and takes every transition', async () => {
  const coverage = await walkEveryEdge({
    machine: sideMenuMachine,
    inputs: [{ width: 1280 }, { width: 360 }],
    events: [
      { type: 'window.resized', width: 719 },
      { type: 'window.resized', width: 720 },
      { type: 'menu.toggle' },
      { type: 'group.toggle', group: 'Attributes', shown: null },
      { type: 'group.toggle', group: 'Training', shown: 'Training' },
      { type: 'group.entered', group: 'Attributes' },
    ],
    states: {
      'wide.shown': (snapshot) => expect(isCollapsed(snapshot)).toBe(false),
      'wide.collapsed': (snapshot) => expect(isCollapsed(snapshot)).toBe(true),
      'narrow.shown': (snapshot) => expect(isCollapsed(snapshot)).toBe(false),
      'narrow.collapsed': (snapshot) => expect(isCollapsed(snapshot)).toBe(true),
    },
  })
  expectFullCoverage(sideMenuMachine, coverage)
})

describe('spec.md sections 2 and 9', () => {
  test.each([
    [719, true],
    [720, false],
  ])('a window that is %i px wide at the start sets collapsed to %s', (width, collapsed) => {
    expect(startMenu({ width }).collapsed()).toBe(collapsed)
  })

  test('the menu collapses when the window gets narrower than 720 px', () => {
    const { resize, collapsed } = startMenu({})
    resize(720)
    expect(collapsed()).toBe(false)
    resize(719)
    expect(collapsed()).toBe(true)
  })

  test("the menu is shown if the window's width is unknown, as on the server", () => {
    expect(startMenu({ width: null }).collapsed()).toBe(false)
  })

  test('entries with children expand and collapse, each on its own', () => {
    const { toggleGroup, expanded } = startMenu({})
    toggleGroup('Training')
    toggleGroup('Attributes')
    expect([expanded('Attributes'), expanded('Training')]).toEqual([true, true])
    toggleGroup('Training')
    expect([expanded('Attributes'), expanded('Training')]).toEqual([true, false])
  })
})

describe('screens.md, "The shell": groups', () => {
  test('only the group of the page is open, and groups that the operator opens stay open', () => {
    const { toggleGroup, enter, expanded } = startMenu({})
    const open = (shown: string) => ['A', 'B', 'C'].filter((group) => expanded(group, shown))
    expect(open('A')).toEqual(['A'])
    toggleGroup('B', 'A')
    enter('C')
    expect(open('C')).toEqual(['B', 'C'])
    toggleGroup('B', 'C')
    expect(open('C')).toEqual(['C'])
  })

  test('groups opened earlier are open from the start and part of the open groups', () => {
    const actor = createActor(sideMenuMachine, {
      input: { width: null, openGroups: ['B'] },
    }).start()
    expect(isExpanded(actor.getSnapshot(), 'B', 'A')).toBe(true)
    actor.send({ type: 'group.toggle', group: 'C', shown: 'A' })
    expect(getOpenGroups(actor.getSnapshot())).toEqual(['B', 'C'])
    actor.send({ type: 'group.toggle', group: 'B', shown: 'A' })
    expect(getOpenGroups(actor.getSnapshot())).toEqual(['C'])
  })

  test('the group of the page can be closed, and opens again on the next visit', () => {
    const { toggleGroup, enter, expanded } = startMenu({})
    toggleGroup('A', 'A')
    enter('A')
    expect(expanded('A', 'A')).toBe(false)
    toggleGroup('A', 'A')
    expect(expanded('A', 'A')).toBe(true)
    toggleGroup('A', 'A')
    enter('B')
    enter('A')
    expect(expanded('A', 'A')).toBe(true)
  })
})

describe('A menu toggled by the operator', () => {
  test('in a wide window keeps its state when it is wide again', () => {
    const { resize, toggle, collapsed } = startMenu({})
    toggle()
    resize(500)
    toggle()
    resize(1280)
    expect(collapsed()).toBe(true)
  })

  test('in a narrow window keeps its state only while it is narrow', () => {
    const { resize, toggle, collapsed } = startMenu({ width: 500 })
    toggle()
    resize(400)
    expect(collapsed()).toBe(false)
    resize(1280)
    expect(collapsed()).toBe(false)
    resize(500)
    expect(collapsed()).toBe(true)
  })
})
