import { describe, expect, test } from 'vitest'
import { createActor } from 'xstate'
import { quizMachine, scoreOf } from '#machines/quiz.ts'
import type { QuizInput } from '#machines/quiz.ts'
import { quizFrom } from '#shared/areas/training/quiz.ts'
import { expectEverything, walkEveryEdge } from './walk.ts'

const questions = [
  { question: 'How often?', answers: ['Daily', 'Never'], right: 0 },
  { question: 'Who?', answers: ['Nobody', 'All', 'Some'], right: 1 },
]
const fresh: QuizInput = { questions, passMark: 60, chosen: [], handedIn: false }

test('every state and transition of the quiz', async () => {
  const coverage = await walkEveryEdge({
    machine: quizMachine,
    inputs: [
      fresh,
      { ...fresh, chosen: [0, 1], handedIn: true },
      { ...fresh, chosen: [1, 1], handedIn: true },
    ],
    events: [
      { type: 'answer.chosen', question: 0, answer: 0 },
      { type: 'answer.chosen', question: 0, answer: 1 },
      { type: 'answer.chosen', question: 1, answer: 1 },
      { type: 'quiz.handedIn' },
      { type: 'quiz.again' },
    ],
    states: {
      answering: () => undefined,
      passed: ({ context }) => expect(scoreOf(context)).toBeGreaterThanOrEqual(context.passMark),
      failed: ({ context }) => expect(scoreOf(context)).toBeLessThan(context.passMark),
    },
  })
  expectEverything(quizMachine, coverage)
})

describe('screens.md, Training content: quiz', () => {
  const quiz = (input: Partial<QuizInput> = {}) =>
    createActor(quizMachine, { input: { ...fresh, ...input } }).start()

  test.each([
    [50, 'passed'],
    [51, 'failed'],
  ])('one of two right answers at a pass mark of %i %%: %s', (passMark, state) => {
    const actor = quiz({ passMark, chosen: [0, 2], handedIn: true })
    expect(actor.getSnapshot().value).toBe(state)
  })

  test('a question without an answer keeps it open, also where a form without JavaScript sent it', () => {
    expect(quiz({ chosen: [0, null], handedIn: true }).getSnapshot().value).toBe('answering')
    const actor = quiz({ chosen: [0] })
    actor.send({ type: 'quiz.handedIn' })
    expect(actor.getSnapshot().value).toBe('answering')
  })

  test('one tries again with no answer chosen', () => {
    const actor = quiz({ chosen: [1, 0], handedIn: true })
    actor.send({ type: 'quiz.again' })
    expect(actor.getSnapshot().value).toBe('answering')
    expect(actor.getSnapshot().context.chosen).toEqual([])
  })
})

describe('questions as they are written', () => {
  test('a line is a question, the lines below it are its answers', () => {
    const text = 'How often?\n* Daily\n- Never\n\n Who?\r\n-Nobody\n*  All\n- Some'
    expect(quizFrom(text)).toEqual({ questions, problems: [] })
  })

  test.each([
    ['* Daily\nHow often?\n* A\n- B', 1, 'Put each answer below its question.'],
    ['How often?\n* A', 1, 'Add at least two answers to this question.'],
    ['One?\n* A\n- B\nTwo?\n- A\n- B', 4, 'Start the correct answer with *.'],
    ['How often?\n* A\n* B', 1, 'Start only one answer with *.'],
    [' \n', 1, 'Enter at least one question.'],
  ])('%j is wrong in line %i: %s', (text, line, problem) => {
    expect(quizFrom(text).problems).toEqual([{ line, problem }])
  })
})
