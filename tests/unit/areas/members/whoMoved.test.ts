import { expect, test } from 'vitest'
import { maxNamedMembers, buildMoveAudit } from '#shared/areas/members/memberMoves.ts'

const many = Array.from({ length: maxNamedMembers + 1 }, (_, at) => ({
  who: `m${at}@acme.example`,
}))

test('the log names 200 moved members and counts the rest', () => {
  const { members, moved } = buildMoveAudit(many)
  expect(members).toBe(201)
  expect(moved).toHaveLength(201)
  expect(moved.slice(-2)).toEqual(['m199@acme.example', '1 more'])
  expect(buildMoveAudit(many.slice(0, 200), 1234).moved.at(-1)).toBe('1034 more')
})
