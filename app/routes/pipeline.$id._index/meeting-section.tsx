import { FollowUp, MeetingLinks } from '~/ui/meeting/follow-up';
import { DealSection } from './deal-section';
import type { DealView } from './view.server';

export function MeetingSection({ deal, here }: { deal: DealView; here: string }) {
  const { id, meeting, due, canEdit } = deal;
  const query = `?${new URLSearchParams({ back: here })}`;
  if (!meeting) {
    const more = { to: `/pipeline/${id}/later${query}`, text: '+ Set next meeting' };
    return (
      <DealSection
        id="meeting"
        title="Next meeting"
        {...(canEdit ? { more } : { note: 'No meeting planned' })}
      />
    );
  }
  return (
    <DealSection id="meeting" title="Next meeting">
      <p className="mb-2">
        {meeting} <FollowUp due={due} />
      </p>
      {canEdit && (
        <p className="deal-actions mt-2 flex flex-wrap gap-2">
          <MeetingLinks id={id} due={due} query={query} />
        </p>
      )}
    </DealSection>
  );
}
