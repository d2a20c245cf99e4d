import { Link } from '@remix-run/react';
import { Fragment, type ReactNode } from 'react';
import { formatNumber } from '~/domain/text/text';
import type { RecordReply } from '~/ui/deal/record-form';
import { AddDisclosure } from '~/ui/form/add-disclosure';
import { ButtonForm } from '~/ui/form/button-form';
import { usePrefetchedRoutes } from '~/ui/layout/prefetch-routes';
import { TaskForm } from './task-form';
import type { TasksView, TaskView } from './task-view.server';

export const TASK_FORM_ROUTES = ['pipeline.$id.tasks', 'pipeline.$id.tasks_.$task'];

interface TaskListProps extends Omit<TasksView, 'openTotal'> {
  back: string;
  reply?: RecordReply;
  isOnDealPage?: boolean;
  children?: ReactNode;
}

export function TaskList({ back, reply, isOnDealPage, children, ...view }: TaskListProps) {
  usePrefetchedRoutes(TASK_FORM_ROUTES);
  const { dealId, open, done, more, people, addable, total, canEdit } = view;
  const address = `/pipeline/${dealId}/tasks`;
  return (
    <>
      {open.length > 0 && (
        <ul className="ruled wrap-anywhere">
          {open.map((task) => (
            <TaskLine key={task.id} task={task} back={back} canEdit={canEdit} />
          ))}
        </ul>
      )}
      {done.length > 0 && (
        <details>
          <summary className="w-fit text-accent">
            {done.length === 1 ? '1 done' : `${done.length} done`}
          </summary>
          <ul className="ruled mt-2 wrap-anywhere">
            {done.map((task) => (
              <TaskLine key={task.id} task={task} back={back} canEdit={canEdit} />
            ))}
          </ul>
        </details>
      )}
      {more > 0 && (
        <p>
          <Link to={address} className="link">
            All {formatNumber(total)} tasks
          </Link>
        </p>
      )}
      {children}
      {canEdit && (
        <AddDisclosure label="Add a task" isOpen={!isOnDealPage}>
          <TaskForm
            // Empties the form once a task is stored.
            key={total}
            action={address}
            back={back}
            people={people}
            addable={addable}
            reply={reply}
          />
        </AddDisclosure>
      )}
    </>
  );
}

export function TaskLine({
  task,
  back,
  company,
  canEdit,
}: {
  task: TaskView;
  back: string;
  company?: string;
  canEdit: boolean;
}) {
  const { id, dealId, title, details, done } = task;
  const address = `/pipeline/${dealId}/tasks/${id}`;
  return (
    <li id={`task-${id}`} className="flex items-center justify-between gap-3 py-1.5">
      <p className="min-w-0">
        <bdi id={`task-${id}-title`} className={done ? 'muted' : undefined}>
          {title}
        </bdi>
        {company && (
          <>
            {', '}
            <Link to={`/pipeline/${dealId}`} className="link">
              {company}
            </Link>
          </>
        )}
        {details.length > 0 && (
          <span className="block text-ink-muted">
            {details.map(({ text, isOverdue }, n) => (
              <Fragment key={n}>
                {n > 0 && ' · '}
                {isOverdue ? <span className="text-danger">{text}</span> : text}
              </Fragment>
            ))}
          </span>
        )}
      </p>
      {canEdit && (
        <div className="flex flex-none items-center gap-3">
          <Link to={`${address}?${new URLSearchParams({ back })}`} className="link link-quiet">
            Edit<span className="sr-only"> {title}</span>
          </Link>
          {!done && (
            <ButtonForm action={address} failure="Not done">
              <input type="hidden" name="back" value={back} />
              <button
                name="intent"
                value="done"
                className="btn"
                aria-describedby={`task-${id}-title`}
              >
                Done
              </button>
            </ButtonForm>
          )}
        </div>
      )}
    </li>
  );
}
