"""Looking at games afterwards: what positions are worth, and what each move of a record gave away.

`position_job` has the questions that processes of `jobs` answer.
"""

from tengen.study.analyst import Analyst, Effort, Verdict
from tengen.study.course import Course
from tengen.study.judgement import Grade, Judgement, judge
from tengen.study.position_job import POSITION, PositionAnswer, PositionQuestion, decode_answer
from tengen.study.review import review

__all__ = [
    "POSITION",
    "Analyst",
    "Course",
    "Effort",
    "Grade",
    "Judgement",
    "PositionAnswer",
    "PositionQuestion",
    "Verdict",
    "decode_answer",
    "judge",
    "review",
]
