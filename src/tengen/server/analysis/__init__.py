"""Positions looked at for people, and what is refused to them while a rated game is played. Knows nothing of HTTP."""

from tengen.server.analysis.rated_positions import RatedPositions
from tengen.server.analysis.service import Analyses, AnalysisLimits, analysis_pool

__all__ = ["Analyses", "AnalysisLimits", "RatedPositions", "analysis_pool"]
