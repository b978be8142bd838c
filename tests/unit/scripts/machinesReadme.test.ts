import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { createMachine } from 'xstate'
import { buildMachinesReadme, machinesReadmePath } from '#scripts/machines/machinesReadme.ts'
import { renderMermaid } from '#scripts/machines/renderMermaid.ts'

test('machines/README.md shows the machines as they are (if not: npm run machines)', async () => {
  expect(await readFile(machinesReadmePath, 'utf8')).toBe(await buildMachinesReadme())
})

test('a diagram shows guards, actions, delays, invocations, frames, history, and global events', () => {
  const machine = createMachine(
    {
      id: 'kettle',
      on: { wipe: { actions: 'polish' } },
      initial: 'cold',
      states: {
        cold: { on: { press: [{ guard: 'filled', target: 'hot' }, { actions: 'beep' }] } },
        hot: {
          entry: 'light',
          initial: 'boiling',
          states: {
            boiling: {
              after: { patience: 'ready' },
              invoke: { id: 'heat', src: 'heat', onError: 'ready' },
            },
            ready: { on: { lift: '#kettle.lifted' } },
            before: { type: 'history' },
          },
        },
        lifted: { on: { 'put.back': 'hot.before' } },
      },
    },
    { delays: { patience: 90_000 } },
  )
  expect(renderMermaid(machine).split('\n')).toEqual([
    'stateDiagram-v2',
    '  [*] --> cold',
    '  state "cold" as cold',
    '  cold : press / beep',
    '  cold --> hot : press [filled]',
    '  state "hot (entry / light)" as hot',
    '  state hot {',
    '    [*] --> hot_boiling',
    '    state "boiling" as hot_boiling',
    '    hot_boiling : do / heat',
    '    hot_boiling --> hot_ready : heat failed',
    '    hot_boiling --> hot_ready : after 90000 ms',
    '    state "ready" as hot_ready',
    '    hot_ready --> lifted : lift',
    '    state "before (remembered)" as hot_before',
    '  }',
    '  state "lifted" as lifted',
    '  lifted --> hot_before : put.back',
    '  state "in every state" as in_every_state',
    '  in_every_state : wipe / polish',
  ])
})

test('the regions of a parallel machine are in a frame, divided by a line', () => {
  const machine = createMachine({
    id: 'desk',
    type: 'parallel',
    states: { lamp: { initial: 'off', states: { off: {} } }, drawer: {} },
  })
  expect(renderMermaid(machine).split('\n')).toEqual([
    'stateDiagram-v2',
    '  state desk {',
    '    state "lamp" as lamp',
    '    state lamp {',
    '      [*] --> lamp_off',
    '      state "off" as lamp_off',
    '    }',
    '    --',
    '    state "drawer" as drawer',
    '  }',
  ])
})
