import { useEffect, useEffectEvent, useLayoutEffect, useState } from 'react'
import type { RefObject } from 'react'
import { partName } from '#shared/engine/list/picked.ts'
import { rulesFromParts } from '#shared/areas/members/groupRules.ts'
import type { RuleParts } from '#shared/areas/members/groupRules.ts'
import { isNoRule, noRule, partsOf, withField } from '#shared/areas/members/ruleParts.ts'
import { afterPointer } from '#client/ui/focus/afterPointer.ts'

/** A row by a key that stays its own; a new one is not found fault with before it is left. */
type Row = RuleParts & { key: number; isNew: boolean }

type Edit = { count: number; focus: string | null }

/** As many empty rows stand there without a script. */
const spares = 3

const newRow = (key: number): Row => ({ ...noRule, key, isNew: true })

const rowsOf = (rules: readonly string[], more: number): Row[] => [
  ...rules.map((text, key) => ({ ...partsOf(text), key, isNew: false })),
  ...Array.from({ length: more }, (_, at) => newRow(rules.length + at)),
]

const finished = (row: Row) => ({ ...row, isNew: row.isNew && isNoRule(row) })

/** The id of a row, which its first input has. */
export const rowId = (id: string, at: number) => `${id}-${at}`

type Given = {
  id: string
  name: string
  rules: readonly string[]
  group: RefObject<HTMLElement | null>
}

/** The rows of a group's rules, of which the form hears whenever they change. */
export function useRuleRows({ id, name, rules, group }: Given) {
  const [rows, setRows] = useState(() => rowsOf(rules, spares))
  const [isScripted, setScripted] = useState(false)
  const [edit, setEdit] = useState<Edit>({ count: 0, focus: null })

  const takeOver = useEffectEvent(() => {
    const form = group.current?.closest('form')
    // What was typed before the script ran is kept.
    const sent = form ? new FormData(form).getAll(partName(name)).map(String) : []
    const typed = rulesFromParts(sent)
    const taken = rowsOf(typed, typed.length === 0 ? 1 : 0)
    setRows(taken.map((row) => ({ ...row, ...withField(row, row.field) })))
    setScripted(true)
    if (typed.join() !== rules.join()) setEdit({ count: 1, focus: null })
  })
  useLayoutEffect(() => takeOver(), [])

  const tell = useEffectEvent(({ count, focus }: Edit) => {
    if (count === 0) return
    if (focus) document.getElementById(focus)?.focus()
    // What changed is not what was typed: the inputs tell nobody.
    const first = document.getElementById(rowId(id, 0))
    first?.dispatchEvent(new Event('change', { bubbles: true }))
  })
  useEffect(() => tell(edit), [edit])

  useEffect(() => {
    const form = group.current?.closest('form')
    const finish = () => setRows((now) => now.map(finished))
    form?.addEventListener('submit', finish)
    return () => form?.removeEventListener('submit', finish)
  }, [group])

  function become(next: Row[], focused?: number) {
    setRows(next)
    const focus = focused === undefined ? null : rowId(id, focused)
    setEdit(({ count }) => ({ count: count + 1, focus }))
  }
  return {
    rows,
    isScripted,
    change(at: number, part: keyof RuleParts, said: string) {
      const { [at]: row } = rows
      if (!row || row[part] === said) return
      if (part === 'field') become(rows.with(at, { ...row, ...withField(row, said) }))
      else setRows(rows.with(at, { ...row, [part]: said }))
    },
    leave(at: number) {
      const key = rows[at]?.key
      // What is then said beneath must not move the button that is being pressed.
      afterPointer(() =>
        setRows((now) => now.map((row) => (row.key === key ? finished(row) : row))),
      )
    },
    add() {
      const last = Math.max(...rows.map(({ key }) => key))
      become([...rows, newRow(last + 1)], rows.length)
    },
    takeAway(at: number) {
      const left = rows.toSpliced(at, 1)
      const last = rows[at]?.key ?? 0
      // One stands there always, with another key, so that it begins anew.
      if (left.length === 0) become([newRow(last + 1)], 0)
      else become(left, Math.min(at, left.length - 1))
    },
  }
}
