"""Looking at games afterwards: what positions are worth, and what each move of a record gave away."""

from tengen.study.analyst import Analyst, Effort, Verdict
from tengen.study.course import Course
from tengen.study.judgement import Grade, Judgement, judge
from tengen.study.review import review

__all__ = [
    "Analyst",
    "Course",
    "Effort",
    "Grade",
    "Judgement",
    "Verdict",
    "judge",
    "review",
]
