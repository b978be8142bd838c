import { useEffect, useEffectEvent, useLayoutEffect, useState } from 'react'
import type { RefObject } from 'react'
import { getEntryPartInputName } from '#shared/engine/list/referenceValues.ts'
import { joinRuleParts } from '#shared/areas/members/groupRules.ts'
import type { RuleParts } from '#shared/areas/members/groupRules.ts'
import {
  isEmptyRule,
  emptyRule,
  splitRule,
  withRuleField,
} from '#shared/areas/members/ruleParts.ts'
import { runAfterPointerUp } from '#client/ui/focus/runAfterPointerUp.ts'

/** A row with a stable key. A new row shows no error until it is left. */
type RuleRowState = RuleParts & { key: number; isNew: boolean }

type RowEdit = { count: number; focus: string | null }

/** Number of empty rows without JavaScript. */
const spareRows = 3

const createRow = (key: number): RuleRowState => ({ ...emptyRule, key, isNew: true })

const createRows = (rules: readonly string[], emptyCount: number): RuleRowState[] => [
  ...rules.map((text, key) => ({ ...splitRule(text), key, isNew: false })),
  ...Array.from({ length: emptyCount }, (_, index) => createRow(rules.length + index)),
]

const finishRow = (row: RuleRowState) => ({ ...row, isNew: row.isNew && isEmptyRule(row) })

/** Returns the ID of a row's first input. */
export const getRowId = (id: string, index: number) => `${id}-${index}`

type RuleRowsOptions = {
  id: string
  name: string
  rules: readonly string[]
  group: RefObject<HTMLElement | null>
}

/** Returns the rows of a group's rules, and notifies the form whenever they change. */
export function useRuleRows({ id, name, rules, group }: RuleRowsOptions) {
  const [rows, setRows] = useState(() => createRows(rules, spareRows))
  const [isScripted, setScripted] = useState(false)
  const [edit, setEdit] = useState<RowEdit>({ count: 0, focus: null })

  const adoptTypedRules = useEffectEvent(() => {
    const form = group.current?.closest('form')
    // Keeps what was typed before the script ran.
    const sent = form ? new FormData(form).getAll(getEntryPartInputName(name)).map(String) : []
    const typed = joinRuleParts(sent)
    const adoptedRows = createRows(typed, typed.length === 0 ? 1 : 0)
    setRows(adoptedRows.map((row) => ({ ...row, ...withRuleField(row, row.field) })))
    setScripted(true)
    if (typed.join() !== rules.join()) setEdit({ count: 1, focus: null })
  })
  useLayoutEffect(() => adoptTypedRules(), [])

  const notifyForm = useEffectEvent(({ count, focus }: RowEdit) => {
    if (count === 0) return
    if (focus) document.getElementById(focus)?.focus()
    // Adding or removing a row fires no event of its own.
    const first = document.getElementById(getRowId(id, 0))
    first?.dispatchEvent(new Event('change', { bubbles: true }))
  })
  useEffect(() => notifyForm(edit), [edit])

  useEffect(() => {
    const form = group.current?.closest('form')
    const finish = () => setRows((now) => now.map(finishRow))
    form?.addEventListener('submit', finish)
    return () => form?.removeEventListener('submit', finish)
  }, [group])

  function updateRows(next: RuleRowState[], focused?: number) {
    setRows(next)
    const focus = focused === undefined ? null : getRowId(id, focused)
    setEdit(({ count }) => ({ count: count + 1, focus }))
  }
  return {
    rows,
    isScripted,
    change(index: number, part: keyof RuleParts, said: string) {
      const { [index]: row } = rows
      if (!row || row[part] === said) return
      if (part === 'field') updateRows(rows.with(index, { ...row, ...withRuleField(row, said) }))
      else setRows(rows.with(index, { ...row, [part]: said }))
    },
    leave(index: number) {
      const key = rows[index]?.key
      // An error below the row must not move the button that is being pressed.
      runAfterPointerUp(() =>
        setRows((now) => now.map((row) => (row.key === key ? finishRow(row) : row))),
      )
    },
    add() {
      const last = Math.max(...rows.map(({ key }) => key))
      updateRows([...rows, createRow(last + 1)], rows.length)
    },
    takeAway(index: number) {
      const remaining = rows.toSpliced(index, 1)
      const last = rows[index]?.key ?? 0
      // There is always one row. A new key resets it.
      if (remaining.length === 0) updateRows([createRow(last + 1)], 0)
      else updateRows(remaining, Math.min(index, remaining.length - 1))
    },
  }
}
