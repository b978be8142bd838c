import { useState } from 'react'
import { useActorRef, useSelector } from '@xstate/react'
import { Form, useLocation } from 'react-router'
import { quizMachine, scoreOf } from '#machines/quiz.ts'
import { quizFrom } from '#shared/areas/training/quiz.ts'
import { Button } from '#client/ui/Button.tsx'
import * as panel from '#client/form/Panel.css.ts'
import * as styles from './Preview.css.ts'
import { previewWords as say } from './previewWords.ts'

const answerName = (question: number) => `answer[${question}]`
const handedInParam = 'handedIn'

/** A quiz as members take it: nothing of it is kept. Without JavaScript its answers are sent in the address. */
export function Quiz({ text, passMark }: { text: string; passMark: number }) {
  const { pathname, search } = useLocation()
  const [{ questions, problems }] = useState(() => quizFrom(text))
  const params = new URLSearchParams(search)
  const sent = questions.map((_, at) => {
    const answer = params.get(answerName(at))
    return answer === null || answer === '' ? null : Number(answer)
  })
  const actor = useActorRef(quizMachine, {
    input: { questions, passMark, chosen: sent, handedIn: params.has(handedInParam) },
  })
  const { value: state, context } = useSelector(actor, (snapshot) => snapshot)
  const [asked, setAsked] = useState(params.has(handedInParam))
  const isMarked = state !== 'answering'
  const mark = scoreOf(context)
  if (problems.length > 0)
    return (
      <ul className={panel.warning}>
        {problems.map(({ line, problem }) => (
          <li key={`${line} ${problem}`}>{say.problem(line, problem)}</li>
        ))}
      </ul>
    )
  return (
    <Form
      method="get"
      action={pathname}
      className={styles.quiz}
      preventScrollReset
      onSubmit={(event) => {
        event.preventDefault()
        setAsked(!isMarked)
        actor.send({ type: isMarked ? 'quiz.again' : 'quiz.handedIn' })
      }}
    >
      {[...params]
        .filter(([name]) => name !== handedInParam && !/^answer\d+$/.test(name))
        .map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={value} />
        ))}
      {questions.map(({ question, answers, right }, at) => (
        <fieldset key={answerName(at)} className={styles.question} disabled={isMarked}>
          <legend>{question}</legend>
          {answers.map((answer, place) => {
            const isChosen = context.chosen[at] === place
            return (
              <label key={`${place} ${answer}`} className={styles.answer}>
                <input
                  type="radio"
                  name={answerName(at)}
                  value={place}
                  checked={isChosen}
                  onChange={() =>
                    actor.send({ type: 'answer.chosen', question: at, answer: place })
                  }
                />
                {answer}
                {isMarked && isChosen && (
                  <b data-right={place === right || undefined}>
                    {place === right ? say.right : say.wrong}
                  </b>
                )}
              </label>
            )
          })}
        </fieldset>
      ))}
      <p role="status">
        {state === 'passed' && say.passed(mark, passMark)}
        {state === 'failed' && say.failed(mark, passMark)}
        {state === 'answering' && asked && say.unanswered}
      </p>
      <p>
        <Button
          type="submit"
          {...(isMarked ? { color: 'white' } : { name: handedInParam, value: '1' })}
        >
          {isMarked ? say.again : say.submit}
        </Button>
      </p>
    </Form>
  )
}
